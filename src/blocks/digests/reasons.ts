/** What people read of a reason: what happened, and what mends it. The one place that words them. */
import type { DetailedReason, PlainReason, Reason } from '../../store/reason.ts'
import { oneLine } from '../kit/text.ts'

/** A span that reads the same without its style. */
type StepSpan = string | { readonly text: string; readonly style: 'code' }

interface Wording {
  /** A clause: no capital, no full stop. */
  readonly words: string
  /** An order, without its full stop: what to do next follows. */
  readonly cure?: readonly StepSpan[]
  /** The cure is all there is to do. */
  readonly isWholeCure?: boolean
}

const invite = ['Type ', { text: '/invite @Sightline', style: 'code' }, ' there'] as const
const fewMayPost: Wording = {
  words: 'only some people may post in the channel',
  cure: ['Ask an admin of the workspace to let Sightline post there'],
}
const disconnected: Wording = {
  words: 'Slack has disconnected Sightline from this workspace',
  cure: ['Ask whoever runs Sightline to install it again'],
}

const plain: Readonly<Record<PlainReason, Wording>> = {
  not_in_channel: { words: 'Sightline is not in the channel', cure: invite },
  channel_not_found: {
    words: 'Sightline can’t see the channel: it was deleted, or it is private and Sightline is not in it',
    cure: invite,
  },
  is_archived: { words: 'the channel is archived', cure: ['Unarchive it'] },
  restricted_action: fewMayPost,
  restricted_action_read_only_channel: fewMayPost,
  posting_to_general_channel_denied: fewMayPost,
  missing_scope: {
    words: 'Sightline lacks a permission in this workspace',
    cure: ['Ask whoever runs Sightline to install it again'],
  },

  token_revoked: disconnected,
  token_expired: disconnected,
  invalid_auth: disconnected,
  not_authed: disconnected,
  account_inactive: disconnected,
  team_access_not_granted: disconnected,
  app_uninstalled: disconnected,
  org_login_required: disconnected,
  not_allowed_token_type: disconnected,

  msg_too_long: {
    words: 'the message is too long for Slack',
    cure: ['Take a section out of the digest'],
  },
  user_not_found: { words: 'they are not in this workspace any more' },

  ratelimited: { words: 'Slack asked to slow down', cure: ['Wait a minute'] },
  held_up: { words: 'Sightline was held up', cure: ['Wait a minute'] },
  token_not_renewed: {
    words: 'Sightline’s access to Slack is being renewed',
    cure: ['Wait a minute'],
  },
  no_answer: { words: 'Slack did not answer' },
  not_arrived: { words: 'it did not arrive in Slack' },
  too_late: { words: 'it did not arrive in Slack, and by now it is too late for it' },

  paused_by_hand: { words: 'somebody paused it' },
  schedule_unreadable: {
    words: 'its schedule can’t be read: this Sightline may not know its time zone',
    cure: ['Set its schedule anew'],
  },
  uninstalled: {
    words: 'Sightline was taken out of this workspace',
    cure: ['Use “Resume” to have it again'],
    isWholeCure: true,
  },
  removed_from_settings: {
    words: 'the channel is no longer in the configuration',
    cure: ['Ask whoever runs Sightline to put it back'],
    isWholeCure: true,
  },
  manual_only: { words: 'it has no schedule' },

  quiet: { words: 'nothing had changed' },
  quiet_hours: { words: 'these are its quiet hours' },
  nothing_to_tell: { words: 'there was nothing to tell' },
  alerts_off: { words: 'its alerts were turned off' },
  missed: { words: 'Sightline was not running then, or was disconnected from Slack' },
  not_reached: { words: 'Sightline did not get to it' },
  stopped: { words: 'Sightline stopped before it was posted' },
  stopped_while_posting: { words: 'Sightline stopped while it was posting' },
  posting_again: { words: 'it is being posted again' },
  digest_deleted: { words: 'the digest was deleted' },
  no_longer_so: { words: 'it is no longer so' },
  nobody_to_tell: { words: 'there is nobody to tell' },
  not_recorded: { words: 'no reason was recorded' },
}

const detailed: Readonly<Record<DetailedReason['code'], (detail: string) => Wording>> = {
  // The sentence brings its own next step.
  not_composed: (detail) => ({ words: oneLine(detail, 300, 'its figures could not be read') }),
  slack_refused: (detail) => ({
    words: `Slack refused it (${oneLine(detail, 60, 'no code given')})`,
    cure: ['Ask whoever runs Sightline to look at the log'],
  }),
  other: (detail) => ({ words: oneLine(detail, 300, 'no reason was recorded') }),
}

const endings = { digest_paused: 'paused', given_up: 'given up after the grace time' } as const

function wordingOf(reason: Reason): Wording {
  if (typeof reason === 'string') return plain[reason]
  if ('cause' in reason) {
    const wording = wordingOf(reason.cause)
    return { ...wording, words: `${endings[reason.code]}: ${wording.words}` }
  }
  return detailed[reason.code](reason.detail)
}

/** `the channel is archived`: a clause, to which the full stop is ours to add. */
export function reasonWords(reason: Reason): string {
  const { words } = wordingOf(reason)
  return words.endsWith('.') ? words.slice(0, -1) : words
}

/** `The channel is archived.` */
export function reasonSentence(reason: Reason): string {
  const words = reasonWords(reason)
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`
}

/** `Unarchive it, then` and what the reader does next; `null`: nothing has to be mended. */
export function reasonCure<T extends StepSpan>(
  reason: Reason,
  next: readonly T[],
): readonly (StepSpan | T)[] | null {
  const { cure, isWholeCure = false } = wordingOf(reason)
  if (cure === undefined) return null
  return isWholeCure ? [...cure, '.'] : [...cure, ', then ', ...next, '.']
}

/** `The channel is archived. Unarchive it, then try again.`, in plain text. */
export function reasonAdvice(reason: Reason, next = 'try again'): string {
  const cure = reasonCure(reason, [next]) ?? []
  return [reasonSentence(reason), plainText(cure)].join(' ').trim()
}

function plainText(spans: readonly StepSpan[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : span.text)).join('')
}

/** `Type /invite @Sightline there`. */
export const inviteStep = plainText(invite)
