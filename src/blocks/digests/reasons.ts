/** Reasons in words: what happened, and what fixes it. No other file words them. */
import type { DetailedReason, PlainReason, Reason } from '../../store/reason.ts'
import { capital, code, oneLine } from '../kit/text.ts'

/** A span that reads the same without its style. */
export type StepSpan = string | { readonly text: string; readonly style: 'code' }

interface Wording {
  /** A clause: no capital, no full stop. */
  readonly words: string
  /** An instruction, without a full stop: the next step is appended. */
  readonly fix?: readonly StepSpan[]
}

const invite = ['Type ', code('/invite @Sightline'), ' there'] as const
const postingRestricted: Wording = {
  words: 'only some people may post in the channel',
  fix: ['Ask a workspace admin to let Sightline post there'],
}
const disconnected: Wording = {
  words: 'Slack disconnected Sightline from this workspace',
  fix: ['Ask your Sightline admin to reinstall it'],
}

const plain: Readonly<Record<PlainReason, Wording>> = {
  not_in_channel: { words: 'Sightline is not in the channel', fix: invite },
  channel_not_found: {
    words: 'Sightline can’t see the channel: it was deleted, or it is private and Sightline is not in it',
    fix: invite,
  },
  is_archived: { words: 'the channel is archived', fix: ['Unarchive it'] },
  restricted_action: postingRestricted,
  restricted_action_read_only_channel: postingRestricted,
  posting_to_general_channel_denied: postingRestricted,
  missing_scope: {
    words: 'Sightline is missing a permission in this workspace',
    fix: ['Ask your Sightline admin to reinstall it'],
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
    fix: ['Remove a section from the digest'],
  },
  user_not_found: { words: 'the owner is no longer in this workspace' },

  ratelimited: { words: 'Slack asked to slow down', fix: ['Wait a minute'] },
  held_up: { words: 'Sightline was delayed', fix: ['Wait a minute'] },
  token_not_renewed: {
    words: 'Sightline’s access to Slack is being renewed',
    fix: ['Wait a minute'],
  },
  no_answer: { words: 'Slack did not answer' },
  not_arrived: { words: 'it didn’t reach Slack' },
  too_late: { words: 'it didn’t reach Slack, and it’s too late to post now' },

  paused_by_hand: { words: 'someone paused it' },
  schedule_unreadable: {
    words: 'its schedule can’t be read: this Sightline may not know its time zone',
    fix: ['Set its schedule again'],
  },
  uninstalled: { words: 'Sightline was removed from this workspace' },

  quiet: { words: 'nothing had changed' },
  quiet_hours: { words: 'it’s in its quiet hours' },
  alerts_off: { words: 'its alerts were turned off' },
  missed: { words: 'Sightline wasn’t running, or was disconnected from Slack' },
  not_reached: { words: 'Sightline didn’t get to it in time' },
  stopped: { words: 'Sightline stopped before it was posted' },
  stopped_while_posting: { words: 'Sightline stopped while it was posting' },
  posting_again: { words: 'it is being posted again' },
  digest_deleted: { words: 'the digest was deleted' },
  no_longer_so: { words: 'it no longer applies' },
  nobody_to_tell: { words: 'there is nobody to notify' },
  not_recorded: { words: 'no reason was recorded' },
}

const detailed: Readonly<Record<DetailedReason['code'], (detail: string) => Wording>> = {
  // The sentence includes its own next step.
  not_composed: (detail) => ({ words: oneLine(detail, 300, 'its figures could not be read') }),
  slack_refused: (detail) => ({
    words: `Slack refused it (${oneLine(detail, 60, 'no code given')})`,
    fix: ['Ask your Sightline admin to check the log'],
  }),
  other: (detail) => ({ words: oneLine(detail, 300, 'no reason was recorded') }),
}

const endings = { digest_paused: 'paused', given_up: 'not posted in time' } as const

function wordingOf(reason: Reason): Wording {
  if (typeof reason === 'string') return plain[reason]
  if ('cause' in reason) {
    const wording = wordingOf(reason.cause)
    // The cause already says that it is paused.
    if (reason.cause === 'paused_by_hand') return wording
    return { ...wording, words: `${endings[reason.code]}: ${wording.words}` }
  }
  return detailed[reason.code](reason.detail)
}

/** `the channel is archived`: a clause without its full stop. */
export function reasonWords(reason: Reason): string {
  const { words } = wordingOf(reason)
  return words.endsWith('.') ? words.slice(0, -1) : words
}

/** `The channel is archived.` */
export function reasonSentence(reason: Reason): string {
  const words = reasonWords(reason)
  return `${capital(words)}.`
}

/** `Unarchive it, then …`, with the reader's next step; `null`: there is nothing to fix. */
export function reasonFix<T extends StepSpan>(
  reason: Reason,
  next: readonly T[],
): readonly (StepSpan | T)[] | null {
  const { fix } = wordingOf(reason)
  return fix === undefined ? null : [...fix, ', then ', ...next, '.']
}

/** `The channel is archived. Unarchive it, then try again.`, in plain text. */
export function reasonAdvice(reason: Reason, next = 'try again'): string {
  const fix = reasonFix(reason, [next]) ?? []
  return [reasonSentence(reason), plainText(fix)].join(' ').trim()
}

function plainText(spans: readonly StepSpan[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : span.text)).join('')
}

/** `Type /invite @Sightline there`. */
export const inviteStep = plainText(invite)
