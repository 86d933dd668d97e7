/** What happens to a post. `late`: it is applied after a delay. An answer may never come. */
export type PostOutcome =
  | 'ok'
  | 'slow'
  | 'applied, dropped'
  | 'applied, silent'
  | 'applied, 500'
  | 'applied, internal_error'
  | 'late, dropped'
  | 'late, silent'
  | 'nothing, dropped'
  | 'nothing, silent'
  | 'nothing, 503'
  | '429'

export const postOutcomes: readonly (readonly [number, PostOutcome])[] = [
  [40, 'ok'],
  [10, 'slow'],
  [6, 'applied, dropped'],
  [4, 'applied, silent'],
  [4, 'applied, 500'],
  [3, 'applied, internal_error'],
  [4, 'late, dropped'],
  [3, 'late, silent'],
  [5, 'nothing, dropped'],
  [3, 'nothing, silent'],
  [5, 'nothing, 503'],
  [8, '429'],
]
