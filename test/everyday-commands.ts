/** Everyday commands, as typed after `/sightline`, for the load and storm tests. */
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
