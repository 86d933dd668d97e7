/** One website evaluation (specification, part 2.1). */
export interface Evaluation {
  readonly id: string
  /** The first address if it has no name; empty if it has neither. */
  readonly name: string
  /** As the service names it; `null`: not given. */
  readonly status: string | null
  readonly isFinal: boolean
  readonly urls: readonly string[]
  readonly tags: readonly string[]
  readonly discovery: boolean | null
  /** The specification names no unit. */
  readonly cost: number
  /** ISO 8601 instant, as the service wrote it. */
  readonly createdAt: string
  readonly isArchived: boolean
}
