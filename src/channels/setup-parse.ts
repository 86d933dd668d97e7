import { resultIdFrom } from '../insights/recommendations.ts'
import { subredditFrom } from '../insights/subreddit.ts'
import { zoneNamed } from '../lib/time-zone.ts'
import type { SetupDraft, SetupErrors, SetupField, SetupInput } from '../model/channel.ts'

/** Parses a draft without calling the service. */
export function readSetup(
  draft: SetupDraft,
): { readonly ok: true; readonly input: SetupInput } | { readonly ok: false; readonly errors: SetupErrors } {
  const timeZone = readZone(draft.timeZone)
  const subreddits = readSubreddits(draft.subreddits)
  const noiseBand = readBand(draft.noiseBand)
  const recommendations = readRecommendations(draft.recommendations)
  const errors = {
    ...errorOf('timeZone', timeZone),
    ...errorOf('subreddits', subreddits),
    ...errorOf('noiseBand', noiseBand),
    ...errorOf('recommendations', recommendations),
  }
  if (!timeZone.ok || !subreddits.ok || !noiseBand.ok || !recommendations.ok) return { ok: false, errors }
  const settings = {
    organizationId: draft.organization.trim() || null,
    workspaceId: draft.workspace.trim() || null,
    projectId: draft.analysis.trim() || null,
    timeZone: timeZone.value,
    subreddits: subreddits.value,
    noiseBand: noiseBand.value,
  }
  return { ok: true, input: { settings, recommendations: recommendations.value } }
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string }

const read = <T>(value: T): Read<T> => ({ ok: true, value })
const unreadable = (problem: string) => ({ ok: false, problem }) as const

function errorOf(field: SetupField, result: Read<unknown>): SetupErrors {
  return result.ok ? {} : { [field]: result.problem }
}

function readZone(typed: string): Read<string | null> {
  if (typed.trim() === '') return read(null)
  const zone = zoneNamed(typed)
  if (zone !== null) return read(zone)
  return unreadable(
    `“${shorten(typed.trim())}” is no time zone. Type a city, such as Berlin, and choose from the list.`,
  )
}

function readSubreddits(typed: string): Read<readonly string[] | null> {
  const words = typed.split(/[\s,;]+/u).filter((word) => word !== '')
  if (words.length === 0) return read(null)
  // r/all is a subreddit; `all` is not.
  if (words.length === 1 && words[0]?.toLowerCase() === 'all') return read([])
  const names = new Map<string, string>()
  for (const word of words) {
    const name = subredditFrom(word)
    if (name === null)
      return unreadable(
        `“${shorten(word)}” is no subreddit. Write r/ and its name, with commas between several.`,
      )
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return read([...names.values()])
}

function readBand(typed: string): Read<number | null> {
  const text = typed.trim().replace(',', '.')
  if (text === '') return read(null)
  const points = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (points >= 0 && points <= 100) return read(points)
  return unreadable(`“${shorten(text)}” is no band. Type points from 0 to 100, such as 1 or 0.5.`)
}

function readRecommendations(typed: string): Read<readonly string[]> {
  const ids = new Set<string>()
  for (const word of typed.split(/[\s,;]+/u).filter((part) => part !== '')) {
    const parsed = resultIdFrom(word)
    if (!parsed.ok)
      return unreadable(
        `“${shorten(word)}” holds no recommendation's id. Paste ids, or addresses from the console, one a line.`,
      )
    ids.add(parsed.resultId)
  }
  return read([...ids])
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
