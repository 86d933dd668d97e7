/** The steps that Sightline adds to Slack's Workflow Builder, by their ids in `manifest.yml`. */
export const stepIds = ['get_visibility', 'post_digest_now', 'create_task'] as const

export type StepId = (typeof stepIds)[number]

/** Starts work that handles its own errors and may outlast its step. A shutdown waits for it. */
export type RunInBackground = (work: () => Promise<void>) => void
