import { invitation } from '../../blocks/invitation/invitation.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { withRecordRetry } from '../../lib/retry.ts'
import type { Message } from '../../model/message.ts'
import { PostError } from '../../slack/port.ts'
import { awaitTurn } from '../../slack/send/pace.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { InvitationClaim, Store } from '../../store/index.ts'
import { classifyPostError } from '../deliver/post-failure.ts'
import { postLeaseMs, reconcileAfterMs, sendWithinMs } from '../deliver/posting.ts'
import { isTooOld } from '../schedule/slot-plan.ts'

type InvitationWorkspace = Pick<
  Workspace,
  'apiKey' | 'store' | 'clock' | 'log' | 'poster' | 'history' | 'isShared' | 'paces'
>

interface InvitationWorkspaces {
  readonly store: Pick<Store, 'invitations'>
  readonly clock: Clock
  readonly log: Log
  /** After this time Sightline no longer introduces itself: by then, people wouldn't expect it. */
  readonly graceHours: number
  /** `null`: Sightline was removed from that workspace. */
  readonly of: (team: string) => Promise<InvitationWorkspace | null>
}

/** Longer than a look-up and composing take. */
const leaseMs = 60_000
const lookUpAgainMs = 60_000
/** Tolerated clock difference. The id identifies the message, not the time. */
const clockSkewMs = 60_000
const atOnce = 20

/**
 * Introduces Sightline once in each channel that it was invited to. The intent is committed before the post, as for a
 * digest. A message with an unknown outcome is looked up in the channel. If the bot may not look, it isn't posted again.
 *
 * @param signal leaves the rest to the next process
 */
export async function deliverInvitations(
  workspaces: InvitationWorkspaces,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock, log } = workspaces
  for (;;) {
    const due = await store.invitations.claimDue(clock.now(), leaseMs, atOnce)
    for (const claim of due) {
      const { team, channel } = claim
      try {
        if (signal.aborted) await store.invitations.postpone(claim, { ...claim, at: clock.now() })
        else await deliver(workspaces, claim, signal)
      } catch (error) {
        // It is due again when its lease expires.
        log.error('could not post an introduction', { team, channel, error })
      }
    }
    if (due.length < atOnce || signal.aborted) return
  }
}

async function deliver(
  { of, store: { invitations }, clock, graceHours }: InvitationWorkspaces,
  claim: InvitationClaim,
  signal: AbortSignal,
): Promise<void> {
  const end = (outcome: string) => withRecordRetry(clock, () => invitations.end(claim, outcome))
  const workspace = await of(claim.team)
  if (workspace === null) return void (await end('uninstalled'))
  const { store, log } = workspace
  const { team, channel, invitedAt } = claim
  const isOld = isTooOld(Temporal.Instant.from(invitedAt), clock.now(), graceHours)
  if (claim.mayBePosted) {
    const lookup = await lookUp(workspace, claim)
    if (lookup === 'no_answer' && !isOld) {
      const at = clock.now().add({ milliseconds: lookUpAgainMs })
      return void (await store.invitations.postpone(claim, { at, mayBePosted: true }))
    }
    if (lookup !== 'absent') {
      if (lookup !== 'posted') log.warn('an introduction’s outcome stays unknown', { team, channel })
      return void (await end(lookup))
    }
  }
  if (isOld) return void (await end('too_late'))
  if ((await store.subscriptions.forChannel(team, channel)).length > 0) return void (await end('has_digests'))
  await post(workspace, claim, await messageFor(workspace, claim), signal, end)
}

async function post(
  workspace: InvitationWorkspace,
  claim: InvitationClaim,
  message: Message,
  signal: AbortSignal,
  end: (outcome: string) => Promise<boolean>,
): Promise<void> {
  const { store, clock, log, poster } = workspace
  const { team, channel, id } = claim
  const postpone = (ms: number, mayBePosted: boolean) =>
    store.invitations.postpone(claim, { at: clock.now().add({ milliseconds: ms }), mayBePosted })
  try {
    await awaitTurn(workspace, { team, channel }, signal)
  } catch (error) {
    if (!signal.aborted) throw error
    return void (await postpone(0, false))
  }
  const begun = clock.now()
  if (!(await store.invitations.beginPost(claim, postLeaseMs, begun))) return
  const sendBy = begun.epochMilliseconds + sendWithinMs
  try {
    await poster.post(channel, message, {
      deliveryId: id,
      maySend: () => clock.now().epochMilliseconds < sendBy,
    })
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    const failure = classifyPostError(error)
    switch (failure.kind) {
      case 'wait':
        return void (await postpone(failure.ms, false))
      case 'unknown':
        return void (await postpone(reconcileAfterMs, true))
      case 'disconnected':
        return void (await postpone(0, false))
      case 'pause':
      case 'fail':
        log.warn('Slack refused an introduction', { team, channel, code: error.code })
        return void (await end('refused'))
    }
  }
  await end('posted')
}

/** @returns `unknown`: the bot may not read the channel */
async function lookUp(
  workspace: InvitationWorkspace,
  { channel, id, invitedAt }: InvitationClaim,
): Promise<'posted' | 'absent' | 'unknown' | 'no_answer'> {
  const since = Temporal.Instant.from(invitedAt).subtract({ milliseconds: clockSkewMs })
  try {
    const match = await workspace.history.find(channel, since, id)
    if (typeof match === 'object') return 'posted'
    return match === 'absent' ? 'absent' : 'unknown'
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return 'no_answer'
  }
}

async function messageFor(
  { apiKey, store, isShared }: InvitationWorkspace,
  { team, channel }: InvitationClaim,
): Promise<Message> {
  const isConnected = apiKey.configured || (await store.connections.get(team)) !== null
  return invitation({ channel, isConnected, isShared: await isShared(channel) })
}
