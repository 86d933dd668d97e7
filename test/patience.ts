/** How long the tests’ Slack waits for an acknowledgement: a busy machine must not look like a lost command. */
export const ackTimeoutMs = 30_000
