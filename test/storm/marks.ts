/** What is unique to each workspace of a storm. If it appears in another workspace, it leaked. */
import { RESULT_IDS } from '../../sandbox/service/data/recommendations.ts'
import { CHANNELS } from '../../sandbox/slack/world/seed.ts'

/** Slack's id of a workspace, from its number. */
export const teamOf = (number: number) => `T0STORM${String(number).padStart(3, '0')}`
/** Part of all of a workspace's data: the brand names that the service returns, and the names of its digests. */
export const markOf = (number: number) => `q${String(number).padStart(3, '0')}q`
export const markPattern = /q(\d{3})q/g
/** The workspace's API key for the service. */
export const keyOf = (number: number, generation = 1) =>
  `sk-sandbox-storm-${String(number).padStart(3, '0')}-${'0123456789abcdef'.repeat(2)}-${String(generation).padStart(3, '0')}`
/** The part of a key that people see. */
export const lastFourOf = (generation: number) => keyOf(0, generation).slice(-4)
export const digestOf = (number: number) => `D${markOf(number)}`
/** Whether the workspace has a digest that is never due and checks for alerts. */
export const checksForAlerts = (number: number) => number % 4 === 0
export const alertsOf = (number: number) => `A${markOf(number)}`
export const numberOf = (team: string) => Number(team.slice(-3))

/** The numbers of all marks in a text. */
export function marksIn(text: string): Set<number> {
  return new Set([...text.matchAll(markPattern)].map(([, number]) => Number(number)))
}

/**
 * Tasks of the week before a storm, for reviews to report. Three neighbouring workspaces have different numbers of
 * them. The service doesn't know their recommendations.
 */
export const earlierTasks = (number: number) =>
  Array.from({ length: (number % 3) + 1 }, (_, index) => ({
    id: `k1e5a9c3-earlier-${number}-${index}`,
    name: `Earlier ${index} ${markOf(number)}`,
    resultId: `${earlierResults}${String(index).padStart(4, '0')}`,
  }))
export const earlierResults = '7d2f4b60-1c58-4e93-a7b6-0e5c3a91'

/** Recommendations that people may make tasks of. */
export const recommendations = RESULT_IDS.slice(0, -1)
/** Slackbot proposes the task of this one, and nobody ever clicks. */
export const onlyProposed = RESULT_IDS.at(-1) ?? ''

/** Channels of each workspace beyond the sandbox's own. */
export const moreChannels = 15
/** Channels with everyone and the app as members. */
export const channels = [
  CHANNELS.brandVisibility,
  CHANNELS.marketing,
  // Numbered as the sandbox numbers new channels.
  ...Array.from({ length: moreChannels }, (_, index) => `C0NEW${index + 1}`),
] as const
/** People change the settings of this many of them. */
export const changedChannels = 3

/** How far the clock steps, once a day. */
export const clockStepMs = 120_000

/** The website evaluation of a day, which people in all workspaces wait for. */
export const evaluationOf = (day: number) => `d4e6b2a8-70c9-4f15-8a3d-${String(day).padStart(12, '0')}`
export const evaluationName = (day: number) => `Pages of day ${day}`

const dayMs = 86_400_000
const firstDay = Date.parse('2026-11-09T00:00:00Z')
const minutes = (hours: number, more: number, seconds = 0) => ((hours * 60 + more) * 60 + seconds) * 1_000
/** The day of a storm, starting at 0 (UTC). */
export const dayOf = (ms: number) => Math.floor((ms - firstDay) / dayMs)
const timeOf = (ms: number) => (ms - firstDay) % dayMs
/** The subreddit whose sentiment turns negative and recovers again. */
export const turningSubreddit = 'vandelay'
/** It is negative for three hours each day. */
export const isNegative = (ms: number) => timeOf(ms) >= minutes(8, 59, 50) && timeOf(ms) < minutes(12, 0)
/** A day's evaluation is done in the middle of its busy time. */
export const isEvaluationDone = (day: number, ms: number) => ms >= firstDay + day * dayMs + minutes(9, 0, 10)
