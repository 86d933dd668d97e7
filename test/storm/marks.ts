/** What each workspace of a storm has of its own: whatever of it appears in another workspace has leaked. */
import { CHANNELS } from '../../sandbox/slack/world/seed.ts'

/** Slack's id of a workspace, by its number. */
export const teamOf = (number: number) => `T0STORM${String(number).padStart(3, '0')}`
/** In all of a workspace's data: in the brands' names that the service tells, in its digests' names. */
export const markOf = (number: number) => `q${String(number).padStart(3, '0')}q`
export const markPattern = /q(\d{3})q/g
/** Of the service, one a workspace. */
export const keyOf = (number: number, generation = 1) =>
  `sk-sandbox-storm-${String(number).padStart(3, '0')}-${'0123456789abcdef'.repeat(2)}-${String(generation).padStart(3, '0')}`
/** What people see of a key. */
export const lastFourOf = (generation: number) => keyOf(0, generation).slice(-4)
export const digestOf = (number: number) => `D${markOf(number)}`
/** The digest that is never due and looks for alerts. */
export const looksForAlerts = (number: number) => number % 4 === 0
export const alertsOf = (number: number) => `A${markOf(number)}`
export const numberOf = (team: string) => Number(team.slice(-3))

/** The numbers of all marks in a text. */
export function marksIn(text: string): Set<number> {
  return new Set([...text.matchAll(markPattern)].map(([, number]) => Number(number)))
}

/**
 * Tasks that each workspace has had since the week before a storm, another number in each of three neighbours: what reviews
 * tell of. Of recommendations that the service doesn't know.
 */
export const earlierTasks = (number: number) =>
  Array.from({ length: (number % 3) + 1 }, (_, index) => ({
    id: `k1e5a9c3-earlier-${number}-${index}`,
    name: `Earlier ${index} ${markOf(number)}`,
    resultId: `${earlierResults}${String(index).padStart(4, '0')}`,
  }))
export const earlierResults = '7d2f4b60-1c58-4e93-a7b6-0e5c3a91'

/** Channels that each workspace has beside those of the sandbox. */
export const moreChannels = 15
/** Where everybody and the app are members. */
export const channels = [
  CHANNELS.brandVisibility,
  CHANNELS.marketing,
  // As the sandbox numbers new ones.
  ...Array.from({ length: moreChannels }, (_, index) => `C0NEW${index + 1}`),
] as const
/** Of these people change the settings. */
export const changedChannels = 3

/** So far the clock steps, once a day. */
export const clockStepMs = 120_000

/** The website evaluation of a day, which everybody waits for. */
export const evaluationOf = (day: number) => `d4e6b2a8-70c9-4f15-8a3d-${String(day).padStart(12, '0')}`
export const evaluationName = (day: number) => `Pages of day ${day}`

const dayMs = 86_400_000
const firstDay = Date.parse('2026-11-09T00:00:00Z')
const minutes = (hours: number, more: number, seconds = 0) => ((hours * 60 + more) * 60 + seconds) * 1_000
/** The day of a storm, from 0 on, and the milliseconds that have passed of it (UTC). */
export const dayOf = (ms: number) => Math.floor((ms - firstDay) / dayMs)
const timeOf = (ms: number) => (ms - firstDay) % dayMs
/** Who overtakes the own brand and falls back again. */
export const rival = 'Vandelay'
/** On each day the rival is ahead for three hours. */
export const isRivalAhead = (ms: number) => timeOf(ms) >= minutes(8, 59, 50) && timeOf(ms) < minutes(12, 0)
/** A day's evaluation is done in the midst of the storm. */
export const isEvaluationDone = (day: number, ms: number) => ms >= firstDay + day * dayMs + minutes(9, 0, 10)
