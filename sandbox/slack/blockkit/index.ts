/** Validates Block Kit as strictly as Slack documents it. */
export { OWN_CODES, type Problem } from './check.ts'
export { limitOf, type Surface } from './limits.ts'
export { validateMessage } from './message.ts'
export { validateSuggestions, validateView } from './view.ts'
