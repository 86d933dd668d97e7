import { withPreface } from '../blocks/digests/notice-preface.ts'
import { accessEnds } from '../blocks/settings/access-ends.ts'
import type { Config } from '../config/index.ts'
import type { Clock } from '../lib/clock.ts'
import { endOf, type MessageKind, type OutboxWorkspace, resendAfterMs } from '../outbox/kind.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import { type RenewalRefused, renewBeforeMs } from '../slack/oauth/tokens.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Store } from '../store/index.ts'

interface AccessOptions {
  readonly config: Pick<Config, 'contact'>
  readonly publicUrl: string
  readonly store: Pick<Store, 'installations' | 'outbox'>
  readonly clock: Clock
}

interface Facts {
  readonly generation: number
  readonly address: string
  /** Slack user id of the installer, if they couldn't be reached. */
  readonly insteadOf: string | null
}

/** Owes a message to the installer (or else to the configured contact), once for each token that Slack doesn't renew. */
export async function oweAccessEnds(
  { config, publicUrl, store, clock }: AccessOptions,
  { owner, generation, endsAt }: RenewalRefused,
): Promise<void> {
  const installation = await store.installations.get(owner)
  const to = installation?.installedBy ?? contactOf(config)
  if (installation === null || to === null) return
  const now = clock.now()
  const about: Facts = { generation, address: installAddress({ publicUrl }), insteadOf: null }
  const message = { team: owner, kind: 'access_ends', key: String(generation), channel: to, about }
  // Sightline tries to renew it from then on, also in a restored backup.
  const since = String(endsAt.subtract({ milliseconds: renewBeforeMs }))
  await store.outbox.enqueue([{ ...message, since, lateAt: endsAt }], now)
}

/** Slack doesn't renew a token. Once the old one has expired, no message can leave. */
export const accessEndsKind: MessageKind<OutboxWorkspace & Pick<Workspace, 'contact'>> = {
  resendAfterMs,
  compose: async ({ store }, { team, about, lateAt, unknowns }) => {
    const { generation, address, insteadOf }: Facts = JSON.parse(about)
    const token = await store.installations.token(team)
    if (token?.generation !== generation || lateAt === null) return { skip: 'no_longer_so' }
    const message = accessEnds({ endsAt: lateAt, address })
    return { message: withPreface(message, { again: unknowns > 0, insteadOf }) }
  },
  unsent: async ({ clock, contact }, row, unsent) => {
    const to = contactOf({ contact })
    const mayReachOther = unsent.why === 'refused' || unsent.why === 'unreadable'
    if (!mayReachOther || to === null || to === row.channel) return { ending: endOf(unsent) }
    const about: Facts = { ...JSON.parse(row.about), insteadOf: row.channel }
    return { ending: { state: 'later', dueAt: clock.now(), reason: unsent.reason, to, about } }
  },
}

function contactOf({ contact }: Pick<Config, 'contact'>): string | null {
  return contact?.kind === 'user' ? contact.id : null
}
