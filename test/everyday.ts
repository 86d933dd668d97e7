/** What people type every day after `/sightline`, under load and in a storm. */
export const everydayCommands = [
  'visibility',
  'reddit',
  'actions',
  'engines',
  'help',
  'digest list',
  'tasks',
  'status',
] as const
