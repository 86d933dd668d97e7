/** Checks that what people were told was saved is in the database. */
import { lastFourOf, numberOf } from '../marks.ts'
import type { Changed, Deed } from '../people.ts'
import { booksOf, counts, type Evidence, type Part, rowsOf } from './evidence.ts'

/** A change that a person submitted. */
type Sent = Deed & { readonly changed: Changed }

export const forms: Part = (evidence, figures, broken) => {
  const sent = evidence.slack.deeds.filter(
    (deed): deed is Sent => deed.changed !== undefined && evidence.active.includes(numberOf(deed.team)),
  )
  const bySaved: Record<string, number> = {}
  for (const { changed } of sent) {
    const name = `${changed.what} (${words[changed.saved]})`
    bySaved[name] = (bySaved[name] ?? 0) + 1
  }
  for (const part of [settings, done, notes, keys]) part(evidence, sent, broken)
  figures.push(`forms and notes: ${counts(bySaved)}`)
}

const words = { yes: 'saved', no: 'refused', unknown: 'not told' } as const

type Check = (evidence: Evidence, sent: readonly Sent[], broken: string[]) => void

/**
 * Whether a field may hold this value: a person wrote it, was not told that it failed, and no later write was confirmed
 * as saved. A write without a confirmation may have happened at any time after it was sent.
 * @param first the initial value; omit it if no person can write that value again
 */
function isPossible(value: string, of: readonly Sent[], first?: string): boolean {
  const confirmed = of.filter(({ changed }) => changed.saved === 'yes')
  const isLast = ({ changed, answeredAt }: Sent) => {
    const end = changed.saved === 'yes' ? (answeredAt ?? 0) : Number.POSITIVE_INFINITY
    return !confirmed.some(({ at }) => at > end)
  }
  const writers = of.filter(({ changed }) => changed.to === value)
  if (writers.some((one) => one.changed.saved !== 'no' && isLast(one))) return true
  return confirmed.length === 0 && (writers.length === 0 || value === first)
}

const columns = {
  'time zone': 'time_zone',
  subreddits: 'subreddits',
} as const

const settings: Check = (evidence, sent, broken) => {
  const rows = rowsOf(evidence, 'channel_settings')
  for (const [what, column] of Object.entries(columns)) {
    const of = sent.filter(({ changed }) => changed.what === what)
    for (const [where, all] of Map.groupBy(of, ({ team, changed }) => `${team} ${changed.of}`)) {
      const [team, channel] = where.split(' ')
      const row = rows.find((one) => one.team_id === team && one.channel_id === channel)
      const value = written(row?.[column])
      if (!isPossible(value, all, written(null)))
        broken.push(`${where}: the ${what} is ${value}, ${history(all)}`)
    }
  }
}

/** As a person enters it. A channel without a time zone has the default one. */
function written(value: unknown): string {
  if (value === null || value === undefined) return 'UTC'
  const text = String(value)
  return text.startsWith('[') ? (JSON.parse(text) as string[]).map((name) => `r/${name}`).join(', ') : text
}

const history = (all: readonly Sent[]) =>
  all
    .toSorted((a, b) => a.at - b.at)
    .map(({ changed, at, answeredAt }) => `${changed.to} ${changed.saved} ${at}–${answeredAt ?? ''}`)
    .join('; ')

/** The first person to mark a task as done sets its day. */
const done: Check = (evidence, sent, broken) => {
  const of = sent.filter(({ changed }) => changed.what === 'done')
  const rows = rowsOf(evidence, 'tasks').filter(({ done_on: day }) => day !== null)
  const marked = Map.groupBy(rows, ({ team_id: team, result_id: result }) => `${team} ${result}`)
  for (const [task, all] of Map.groupBy(of, ({ team, changed }) => `${team} ${changed.of}`)) {
    const days = (marked.get(task) ?? []).map(({ done_on: day }) => String(day))
    const confirmed = all.filter(({ changed }) => changed.saved === 'yes')
    const possible = all.filter(({ changed }) => changed.saved !== 'no').map(({ changed }) => changed.to)
    if (confirmed.length > days.length)
      broken.push(`${task}: marked as done on ${days.join(', ') || 'no day'}, ${history(all)}`)
    for (const day of days)
      if (!possible.includes(day))
        broken.push(`${task}: done on ${day}, which no person entered: ${history(all)}`)
  }
}

const notes: Check = (evidence, sent, broken) => {
  const rows = rowsOf(evidence, 'notes')
  const added = sent.filter(({ changed }) => changed.what === 'note')
  for (const [where, all] of Map.groupBy(added, ({ team, changed }) => `${team} ${changed.of}`)) {
    const [team = '', channel] = where.split(' ')
    const stored = rows.filter((row) => row.team_id === team && row.channel_id === channel).length
    const confirmed = all.filter(({ changed }) => changed.saved === 'yes').length
    if (stored < confirmed || stored > all.length)
      broken.push(`${where}: ${stored} notes, of ${all.length} written and ${confirmed} confirmed`)
    for (const { changed } of all) {
      const shown = booksOf(evidence, team).messages.filter(
        ({ channel: at, text }) => at === channel && text.includes('Noted for') && text.includes(changed.to),
      )
      if (shown.length > 1) broken.push(`${where}: “${changed.to}” is there ${shown.length} times`)
    }
  }
  const edited = sent.filter(({ changed }) => changed.what === 'note text')
  for (const [note, all] of Map.groupBy(edited, ({ changed }) => changed.of)) {
    const text = String(rows.find(({ id }) => id === note)?.text ?? '')
    if (!isPossible(text, all)) broken.push(`the note ${note} is “${text}”, ${history(all)}`)
  }
}

/** How long a paused process may keep using a key that was replaced in the meantime, in milliseconds of storm time. */
const oldKeyMs = 15 * 60_000

const keys: Check = (evidence, sent, broken) => {
  const replaced = sent.filter(({ changed }) => changed.what === 'key')
  for (const [team, all] of Map.groupBy(replaced, (deed) => deed.team)) {
    const four = rowsOf(evidence, 'connections').find((row) => row.team_id === team)?.last_four
    const is = all.find(({ changed }) => lastFourOf(Number(changed.to)) === four)?.changed.to ?? '1'
    if (!isPossible(is, all)) broken.push(`${team}: its key is the one of …${four}, ${history(all)}`)
  }
  for (const { workspace, generation, afterMs } of evidence.service.refusedKeys)
    if (afterMs > oldKeyMs)
      broken.push(`${workspace}: its key ${generation} is still used ${Math.round(afterMs / 1_000)} s later`)
}
