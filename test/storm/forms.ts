/** What people do in forms: each opens one, changes something, saves it, and remembers what they were told. */
import type { Acknowledgement, OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import type { Chance } from '../chance.ts'
import { type Entries, filledIn } from '../e2e/forms/fill-form.ts'
import { buttonsOf, modalWords, textOf } from '../e2e/slack-screen.ts'
import { changedChannels, channels, evaluationName, evaluationOf, keyOf, numberOf } from './marks.ts'
import { type Changed, type Deed, resultIn } from './people.ts'
import { realNow } from './time.ts'

export interface Person {
  readonly slack: SlackSandbox
  readonly user: string
  readonly day: number
  readonly chance: Chance
  readonly mayChangeKey: boolean
  /** The generation of the workspace's current key. */
  readonly key: number
  /** Waits for the probe's result, as long as a person would. */
  waitFor<T>(probe: () => T | null | undefined | false): Promise<T | null>
  record(deed: Pick<Deed, 'text' | 'channel' | 'at' | 'answeredAt' | 'acknowledged' | 'changed'>): void
  /** The new key was seen to work, so the old ones are deleted. */
  replacedKey(generation: number): Promise<void>
}

/** Does one of these things, chosen at random. */
export function actInForms(person: Person): Promise<void> {
  const what = person.chance.weighted<(person: Person) => Promise<void>>([
    [5, changeSettings],
    [3, markDone],
    [2, writeNote],
    [2, editNote],
    [2, watchEvaluation],
    [person.mayChangeKey ? 1 : 0, replaceKey],
  ])
  return what(person)
}

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Europe/London'] as const

const hasField = ({ view }: OpenView, field: string) =>
  (view.blocks as { block_id?: string }[]).some(({ block_id: id }) => id === field)
const topView = ({ slack, user }: Person) => slack.views(user).at(-1)

async function closeViews({ slack, user }: Person): Promise<void> {
  // It may already be closed.
  for (const { id } of slack.views(user).toReversed())
    await slack.closeView({ user, viewId: id }).catch(() => null)
}

/** The topmost modal, once it matches. */
function modal(person: Person, wanted: (view: OpenView) => boolean): Promise<OpenView | null> {
  return person.waitFor(() => {
    const view = topView(person)
    return view !== undefined && wanted(view) ? view : null
  })
}

/** Types a command and waits for the form. */
async function open(
  person: Person,
  channel: string,
  text: string,
  wanted: (view: OpenView) => boolean,
): Promise<OpenView | null> {
  await closeViews(person)
  const { ok } = await person.slack.command({ user: person.user, channel, text: `/sightline ${text}` })
  return ok ? modal(person, wanted) : null
}

/** Presses a button; `null` if it is gone. */
async function press(
  { slack, user }: Person,
  at: ShownMessage | OpenView,
  label: string,
  index = 0,
): Promise<Acknowledgement | null> {
  const button = buttonsOf('view' in at ? at.view.blocks : at.blocks).filter((one) => one.label === label)[
    index
  ]
  if (button === undefined) return null
  const { actionId, blockId } = button
  const click =
    'view' in at
      ? slack.viewAction({ user, viewId: at.id, actionId, blockId })
      : slack.click({ user, channel: at.channel, ts: at.ts, actionId, blockId })
  return click.catch(() => null)
}

/** Presses a button that opens a form, and waits for the form with this field. */
async function openBy(
  person: Person,
  at: ShownMessage | OpenView,
  label: string,
  field: string,
  index = 0,
): Promise<OpenView | null> {
  if ((await press(person, at, label, index))?.ok !== true) return null
  return modal(person, (view) => hasField(view, field))
}

interface Submission {
  readonly name: string
  readonly channel: string
  readonly changed: Omit<Changed, 'saved'>
  /** Whether the modal, or the absence of one, says that it was saved. */
  readonly isSaved: (view: OpenView | undefined, acknowledged: Acknowledgement) => boolean
  /** Whether it must be submitted once more. */
  readonly needsConfirmation?: (view: OpenView) => boolean
}

/** Whether it says that nothing was saved. */
const isRefused = (view: OpenView) =>
  /Nothing was saved|was not saved|is done already|was removed in the meantime|Please change this/.test(
    modalWords(view),
  )

/** Fills in and submits the form, and waits for the outcome. */
async function send(
  person: Person,
  form: OpenView,
  entries: Entries,
  submission: Submission,
): Promise<boolean> {
  const { slack, user } = person
  const { name, channel, changed, isSaved, needsConfirmation = () => false } = submission
  let view = form
  for (let round = 0; ; round += 1) {
    const values = filledIn(view, entries)
    const at = realNow()
    // The same person may have closed the form elsewhere.
    const acknowledged = await slack.submitView({ user, viewId: view.id, values }).catch(() => null)
    if (acknowledged === null) return false
    const isRedrawn = (one: OpenView) =>
      one.hash !== view.hash && !modalWords(one).includes('Checking… one moment')
    const end = acknowledged.ok
      ? await person.waitFor(() => {
          const now = topView(person)
          if (isSaved(now, acknowledged)) return 'yes' as const
          if (now === undefined || !isRedrawn(now)) return null
          if (round === 0 && needsConfirmation(now)) return now
          return isRefused(now) ? ('no' as const) : null
        })
      : null
    if (end !== null && typeof end === 'object') {
      view = end
      continue
    }
    const saved = end ?? 'unknown'
    const answeredAt = saved === 'yes' ? realNow() : null
    person.record({ text: name, channel, at, answeredAt, acknowledged, changed: { ...changed, saved } })
    return saved === 'yes'
  }
}

let lastNumber = 0
/** A number that has not been used before. */
const nextNumber = () => {
  lastNumber += 1
  return lastNumber
}

const isSettingSaved: Pick<Submission, 'isSaved' | 'needsConfirmation'> = {
  isSaved: (view) => view !== undefined && modalWords(view).includes('✓ Saved for'),
  needsConfirmation: (view) => modalWords(view).includes('Save again to change it'),
}

/** Several people change the settings of the same channels. */
async function changeSettings(person: Person): Promise<void> {
  const { chance } = person
  const channel = channels[chance.between(0, changedChannels - 1)] ?? channels[0]
  const [index, what, field, to] = chance.weighted<readonly [number, Changed['what'], string, string]>([
    [3, [1, 'time zone', 'timeZone', zones[chance.between(0, zones.length - 1)] ?? 'UTC']],
    [2, [2, 'subreddits', 'subreddits', `r/storm${nextNumber()}`]],
  ])
  const summary = await open(person, channel, 'settings', (view) => modalWords(view).includes('Settings for'))
  const form = summary && (await openBy(person, summary, 'Change', field, index))
  if (form === null) return
  const changed = { what, of: channel, to }
  await send(
    person,
    form,
    { [field]: to },
    { name: `settings: ${what}`, channel, changed, ...isSettingSaved },
  )
}

/** The form was closed, or says that it can be closed. */
const isClosed: Submission['isSaved'] = (view, { body }) =>
  (body as { response_action?: string } | undefined)?.response_action === 'clear' ||
  (view !== undefined && modalWords(view).includes('Done. You can close this.'))

/** Marks a task as done, on one of the last few days. */
async function markDone(person: Person): Promise<void> {
  const { slack, user, chance } = person
  const all = channels
    .flatMap((channel) => slack.messages(channel, user))
    .filter(({ blocks }) => buttonsOf(blocks).some(({ label }) => label === 'Mark as done'))
  const message = all[chance.between(0, Math.max(0, all.length - 1))]
  const button = buttonsOf(message?.blocks).find(({ label }) => label === 'Mark as done')
  if (message === undefined || button === undefined) return
  const resultId = resultIn(message, button)
  await closeViews(person)
  const form = resultId && (await openBy(person, message, 'Mark as done', 'day'))
  if (resultId === null || !form) return
  const day = `2026-11-0${chance.between(1, 8)}`
  const changed = { what: 'done', of: resultId, to: day } as const
  const { channel } = message
  await send(person, form, { day }, { name: 'mark as done', channel, changed, isSaved: isClosed })
}

/** What a person believes who was told, or was not, that it is saved. */
const savedIf = (isTold: boolean) => ({ saved: isTold ? 'yes' : 'unknown' }) as const
const answeredIf = (isTold: boolean) => ({ answeredAt: isTold ? realNow() : null })

/** Writes a line on a channel's timeline, which everyone in the channel sees. */
async function writeNote(person: Person): Promise<void> {
  const { slack, user, chance } = person
  const channel = channels[chance.between(0, channels.length - 1)] ?? channels[0]
  const to = `Launch ${nextNumber()} took place`
  const at = realNow()
  const acknowledged = await slack.command({ user, channel, text: `/sightline note ${to}` })
  const confirmation = acknowledged.ok
    ? await person.waitFor(() => slack.messages(channel).find((message) => textOf(message).includes(to)))
    : null
  const isTold = confirmation !== null && textOf(confirmation).includes('Noted for')
  const changed = { what: 'note', of: channel, to, ...savedIf(isTold) } as const
  person.record({ text: 'note', channel, at, ...answeredIf(isTold), acknowledged, changed })
}

async function editNote(person: Person): Promise<void> {
  const { slack, user, chance } = person
  const channel = channels[chance.between(0, changedChannels - 1)] ?? channels[0]
  const before = new Set(slack.messages(channel, user).map(({ ts }) => ts))
  const { ok } = await slack.command({ user, channel, text: '/sightline notes' })
  const list = ok
    ? await person.waitFor(() =>
        slack
          .messages(channel, user)
          .find(
            ({ ts, ephemeralFor, blocks }) =>
              !before.has(ts) &&
              ephemeralFor === user &&
              buttonsOf(blocks).some(({ label }) => label === 'Edit'),
          ),
      )
    : null
  await closeViews(person)
  const form = list && (await openBy(person, list, 'Edit', 'text'))
  if (form === null) return
  const { noteId: note } = JSON.parse(String(form.view.private_metadata)) as { noteId: string }
  const text = `Launch ${nextNumber()} was moved`
  const changed = { what: 'note text', of: note, to: text } as const
  await send(person, form, { text }, { name: 'edit note', channel, changed, isSaved: isClosed })
}

/** Asks for a message when the day's website evaluation is done. */
async function watchEvaluation(person: Person): Promise<void> {
  const { slack, user, day, chance } = person
  const channel = channels[chance.between(0, channels.length - 1)] ?? channels[0]
  const id = evaluationOf(day)
  const { ok } = await slack.command({ user, channel, text: `/sightline evaluation ${id}` })
  const label = 'Notify me when it’s done'
  const offer = () =>
    slack
      .messages(channel, user)
      .findLast(
        (message) =>
          textOf(message).includes(evaluationName(day)) &&
          buttonsOf(message.blocks).some((button) => button.label === label),
      )
  const answer = ok ? await person.waitFor(offer) : null
  if (answer === null) return
  const at = realNow()
  const acknowledged = await press(person, answer, label)
  if (acknowledged === null) return
  const confirmation = acknowledged.ok
    ? await person.waitFor(() =>
        slack
          .messages(channel, user)
          .find(
            (message) =>
              /You’ll get a direct message/.test(textOf(message)) &&
              textOf(message).includes(evaluationName(day)),
          ),
      )
    : null
  const isTold = confirmation !== null
  const changed = { what: 'watch', of: id, to: evaluationName(day), ...savedIf(isTold) } as const
  person.record({ text: 'watch', channel, at, ...answeredIf(isTold), acknowledged, changed })
}

/** An admin enters the workspace's next key. Once it is reported to work, the old ones are deleted in the console. */
async function replaceKey(person: Person): Promise<void> {
  const number = numberOf(person.slack.team.id)
  const next = person.key + 1
  const form = await open(person, channels[0], 'connect', (view) => hasField(view, 'key'))
  if (form === null) return
  const changed = { what: 'key', of: '', to: String(next) } as const
  const isSaved: Submission['isSaved'] = (view) =>
    view !== undefined && modalWords(view).includes('The key was replaced')
  const key = keyOf(number, next)
  if (await send(person, form, { key }, { name: 'connect', channel: channels[0], changed, isSaved }))
    await person.replacedKey(next)
}
