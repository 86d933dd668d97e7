import { randomUUID } from 'node:crypto'
import { channelScope } from '../../channels/settings.ts'
import { channelProblem } from '../../channels/setup-check.ts'
import { foreseenSentence } from '../../lib/problem.ts'
import { hashed } from '../../lib/strings.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import { PostError } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  auditEntry,
  type DigestSettings,
  defaultSettings,
  type Subscription,
  settingsMark,
} from '../../store/index.ts'
import { type ComposedDigest, type ComposedSubscription, composeDigest } from '../compose/compose.ts'
import { pausedByHand } from './describe-digests.ts'
import { checkedSettings } from './digest-filters.ts'
import { digestGone, digestOf } from './post-now.ts'
import type { SettingsProblem } from './validate-settings.ts'

/** Nothing is saved if there are problems. `mark` is the current `settingsMark` if another person changed the digest. */
export type SavedDigest =
  | { readonly ok: true; readonly subscription: Subscription }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[]; readonly mark?: string }

type CheckWorkspace = Pick<Workspace, 'api' | 'store' | 'clock' | 'channelState' | 'checkToken' | 'defaults'>

/** What a person does with one of the channel's digests. */
type DigestAction<Result> = (workspace: Workspace, place: ChannelAndUser, id: string) => Promise<Result>

export function digestsIn({ store }: Pick<Workspace, 'store'>, { team, channel }: ChannelAndUser) {
  return store.subscriptions.forChannel(team, channel)
}

/** @param once an idempotency key: repeated deliveries of the same form create one digest; `null`: always a new one */
export async function createDigest(
  workspace: CheckWorkspace,
  place: ChannelAndUser,
  settings: DigestSettings,
  once: string | null,
): Promise<SavedDigest> {
  const { store, clock } = workspace
  const checked = await checkedSettings(workspace, place, settings)
  if (!checked.ok) return refused(checked.problems)
  const obstacles = await preflight(workspace, place)
  if (obstacles.length > 0) return refused(obstacles)
  const { team, channel, user } = place
  // As unique as a random id, but the same for the same form.
  const id = once === null ? randomUUID() : hashed(once)
  const audit = auditEntry(place, 'digest.create', id, 'created', { ...checked.settings })
  const digest = { ...checked.settings, team, id, channel, by: user }
  const created = await store.subscriptions.create(digest, clock.now(), audit)
  return { ok: true, subscription: created }
}

/**
 * @param mark the `settingsMark` of the settings that the person edited; `null`: overwrite any
 * @throws {Problem} if there is no such digest, like all functions here that take an id
 */
export async function updateDigest(
  workspace: CheckWorkspace,
  place: ChannelAndUser,
  id: string,
  typed: Partial<DigestSettings>,
  mark: string | null,
): Promise<SavedDigest> {
  const { store, clock } = workspace
  const before = await digestOf(workspace, place, id)
  const checked = await checkedSettings(workspace, place, typed, before.filters)
  if (!checked.ok) return refused(checked.problems)
  const changes = checked.settings
  const obstacles = before.state === 'active' ? await preflight(workspace, place) : []
  if (obstacles.length > 0) return refused(obstacles)
  const changed = await store.subscriptions.update(place.team, id, changes, clock.now(), {
    seen: mark,
    audited: (updated) =>
      updated === null || updated === 'changed'
        ? null
        : auditEntry(place, 'digest.update', id, 'changed', { ...changes }),
  })
  if (changed === null) throw digestGone()
  if (changed === 'changed')
    return {
      ok: false,
      problems: [{ field: null, sentence: changedConcurrently }],
      mark: settingsMark(await digestOf(workspace, place, id)),
    }
  return { ok: true, subscription: changed }
}

/** @returns `false` if it was not active */
export const pauseDigest: DigestAction<boolean> = async (workspace, place, id) => {
  const { store, clock } = workspace
  await digestOf(workspace, place, id)
  return store.subscriptions.pause(place.team, id, 'paused_by_hand', clock.now(), {
    audited: (paused) =>
      auditEntry(place, pausedByHand.action, id, paused ? pausedByHand.outcome : 'was not running'),
  })
}

export const resumeDigest: DigestAction<SavedDigest> = async (workspace, place, id) => {
  const { store, clock } = workspace
  await digestOf(workspace, place, id)
  const obstacles = await preflight(workspace, place)
  if (obstacles.length > 0) return refused(obstacles)
  await store.subscriptions.resume(place.team, id, clock.now(), (resumed) =>
    auditEntry(place, 'digest.resume', id, resumed ? 'resumed' : 'was running already'),
  )
  return { ok: true, subscription: await digestOf(workspace, place, id) }
}

/** Turns all alerts off, even if the digest's other settings are no longer valid. */
export const turnAlertsOff: DigestAction<void> = async (workspace, place, id) => {
  const { store, clock } = workspace
  const { alerts } = await digestOf(workspace, place, id)
  const off = { ...defaultSettings.alerts, quietHours: alerts.quietHours }
  await store.subscriptions.update(place.team, id, { alerts: off }, clock.now(), {
    audited: (changed) =>
      changed === null ? null : auditEntry(place, 'digest.alerts_off', id, 'turned off', { before: alerts }),
  })
}

export const deleteDigest: DigestAction<void> = async (workspace, place, id) => {
  const { store, clock } = workspace
  await digestOf(workspace, place, id)
  await store.subscriptions.remove(place.team, id, clock.now(), (removed) =>
    auditEntry(place, 'digest.delete', id, removed ? 'deleted' : 'was deleted already'),
  )
}

export type DigestPreview = Pick<ComposedDigest, 'main' | 'replies'>

/** Composes the digest as of now, only for the caller. Changes neither its record nor its schedule. */
export const previewDigest: DigestAction<DigestPreview> = async (workspace, place, id) => {
  const label = 'Preview: only you can see this. Nothing was posted.'
  return composeLabelled(workspace, await digestOf(workspace, place, id), label)
}

/** Like {@link previewDigest}, for unsaved settings. @param id the digest being edited; `null` for a new one */
export async function previewDraft(
  workspace: Workspace,
  place: ChannelAndUser,
  id: string | null,
  settings: DigestSettings,
): Promise<
  | { readonly ok: true; readonly compose: () => Promise<DigestPreview> }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] }
> {
  const before =
    id === null
      ? unsaved(workspace, place, { ...settings, filters: '' })
      : await digestOf(workspace, place, id)
  const checked = await checkedSettings(workspace, place, settings, before.filters)
  if (!checked.ok) return checked
  const label = 'Preview: only you can see this. Nothing was posted or saved.'
  const digest = { ...before, ...checked.settings }
  return { ok: true, compose: () => composeLabelled(workspace, digest, label) }
}

/** A subscription as it would be if created now. */
function unsaved(
  { clock }: Pick<Workspace, 'clock'>,
  { team, channel, user }: ChannelAndUser,
  settings: DigestSettings,
): ComposedSubscription {
  const createdAt = clock.now().toString({ smallestUnit: 'millisecond' })
  return { ...settings, team, id: randomUUID(), channel, state: 'active', createdBy: user, createdAt }
}

function refused(problems: readonly SettingsProblem[]): SavedDigest {
  return { ok: false, problems }
}

function composeLabelled(workspace: Workspace, digest: ComposedSubscription, label: string) {
  return composeDigest(workspace, digest, workspace.clock.now(), { label, short: false })
}

const changedConcurrently =
  'Someone changed this digest after you opened the form. Save to replace their changes with what’s below, or cancel to keep them.'

/** Checks that a digest can be posted and can read its data. @returns for each obstacle the cause, then the fix */
export async function preflight(
  workspace: CheckWorkspace,
  { team, channel }: Pick<ChannelAndUser, 'team' | 'channel'>,
): Promise<readonly SettingsProblem[]> {
  const obstacles = await Promise.all([
    slackObstacle(workspace, channel),
    apiObstacle(workspace, team, channel),
  ])
  return obstacles.flatMap((sentence) => (sentence === null ? [] : [{ field: null, sentence }]))
}

async function slackObstacle(workspace: CheckWorkspace, channel: string): Promise<string | null> {
  try {
    const { scopes } = await workspace.checkToken()
    if (scopes !== null && !scopes.includes('chat:write'))
      return 'Sightline can’t post in this workspace: it’s missing the permission chat:write. Ask your Sightline admin to reinstall the app with its manifest.'
    return await channelProblem(workspace, channel).catch((error: unknown) => {
      if (!(error instanceof PostError) || error.code !== 'missing_scope') throw error
      // If the token has both channel scopes, this is not a channel.
      return scopes?.includes('channels:read') && scopes.includes('groups:read')
        ? 'Digests belong to a channel, and this is a direct message. Type /sightline digest in the channel you want.'
        : 'Sightline can’t see channels: it’s missing the permissions channels:read and groups:read. Ask your Sightline admin to reinstall the app with its manifest.'
    })
  } catch (error) {
    if (error instanceof PostError) return error.userMessage
    throw error
  }
}

async function apiObstacle(
  { api, store, defaults }: CheckWorkspace,
  team: string,
  channel: string,
): Promise<string | null> {
  const { analysis } = await channelScope({ store, defaults }, { team, channel })
  return api.collects(analysis, { page_size: 1 }, { fresh: true }).then(() => null, foreseenSentence)
}
