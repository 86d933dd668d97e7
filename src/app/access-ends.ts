import { accessEnds } from '../blocks/settings/access-ends.ts'
import type { Config } from '../config/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { RenewalRefused } from '../slack/oauth/installation-store.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import { PostError } from '../slack/port.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import { type Store, singleUse } from '../store/index.ts'

interface AccessOptions {
  readonly config: Pick<Config, 'contact'>
  readonly publicUrl: string
  readonly store: Pick<Store, 'installations' | 'idempotencyKeys'>
  readonly clock: Clock
  readonly of: (team: string) => Pick<SlackPorts, 'poster'>
}

/**
 * Tells the installer (or else the configured contact) once that Slack refuses to renew its token. Sends nothing once the
 * old token has expired.
 * @throws {PostError} the next refusal tries again, unless the message may have arrived or Slack refused it
 */
export async function sendAccessEnds(
  { config, publicUrl, store, clock, of }: AccessOptions,
  { owner, generation, endsAt }: RenewalRefused,
): Promise<void> {
  const now = clock.now()
  if (Temporal.Instant.compare(now, endsAt) >= 0) return
  const installation = await store.installations.get(owner)
  if (installation === null) return
  const contact = config.contact?.kind === 'user' ? config.contact.id : null
  const to = installation.installedBy ?? contact
  if (to === null) return
  const key = singleUse('renewal refused', owner, String(generation))

  if (!(await store.idempotencyKeys.use(key, endsAt, now))) return
  try {
    await of(owner).poster.post(
      to,
      accessEnds({ endsAt: String(endsAt), address: installAddress({ publicUrl }) }),
    )
  } catch (error) {
    const isFinal = error instanceof PostError && (error.outcome === 'unknown' || error.outcome === 'refused')
    if (!isFinal) await store.idempotencyKeys.release(key)
    throw error
  }
}
