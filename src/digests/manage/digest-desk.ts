import type { DigestSettings, Subscription } from '../../store/index.ts'

/** Who asks, and for which channel. All are Slack ids. */
export interface DigestPlace {
  readonly team: string
  readonly channel: string
  readonly user: string
}

/**
 * Nothing is saved where there are problems: each at one of the settings, or with `null` at none of them. `seen`: the
 * digest was changed meanwhile, and this is the mark of its settings now.
 */
export type SavedDigest =
  | { readonly ok: true; readonly subscription: Subscription; readonly nextRuns: readonly Temporal.Instant[] }
  | {
      readonly ok: false
      readonly problems: readonly {
        readonly field: keyof DigestSettings | null
        readonly sentence: string
      }[]
      readonly seen?: string
    }

/**
 * What people do with a channel's digests. It lives with the digests; the composition root passes it in. Where a method
 * takes an `id`, it rejects with a `Problem` when there is no such digest.
 */
export interface ChannelDigests {
  list(place: DigestPlace): Promise<readonly Subscription[]>
  /** @param once the same for a form that arrives twice, which then sets one digest up */
  create(place: DigestPlace, settings: DigestSettings, once: string | null): Promise<SavedDigest>
  /** @param seen the mark of the settings that the changes were made from; `null`: whatever they are */
  update(
    place: DigestPlace,
    id: string,
    changes: Partial<DigestSettings>,
    seen: string | null,
  ): Promise<SavedDigest>
  /** `false`: it was not running. */
  pause(place: DigestPlace, id: string): Promise<boolean>
  resume(place: DigestPlace, id: string): Promise<SavedDigest>
}
