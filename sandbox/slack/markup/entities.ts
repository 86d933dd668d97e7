/** The three characters that Slack escapes in texts: docs.slack.dev/messaging/formatting-message-text */

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const unescapeText = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (entity) => characters[entity] ?? entity)
