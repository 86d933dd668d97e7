import type { FormProblems } from '../blocks/forms/modal.ts'
import {
  asConfigured,
  type SettingsForm,
  type SetupMetadata,
  setupModal,
  type ZoneChange,
  zoneChanged,
} from '../blocks/settings/setup-form.ts'
import { type RecommendationsView, recommendationsModal } from '../blocks/settings/setup-recommendations.ts'
import { type SummaryView, summaryModal } from '../blocks/settings/setup-summary.ts'
import { type ChannelSummary, trackedInWords } from '../blocks/settings/setup-words.ts'
import type { Clock } from '../lib/clock.ts'
import { withOutcome } from '../lib/problem.ts'
import { type Read, read } from '../lib/strings.ts'
import type { ChannelAndUser, EditableSettings } from '../model/channel.ts'
import { type FormValues, textIn } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import { PostError } from '../slack/port.ts'
import { awaitTurn } from '../slack/send/pace.ts'
import type { Workspace } from '../slack/workspace.ts'
import { auditEntry, type ChannelSettings, type Store } from '../store/index.ts'
import { filterListsInTime, organizationsInTime, placesWithinMs, workspacesInTime } from './service-lists.ts'
import {
  channelScope,
  everySetting,
  fieldsOf,
  type PlaceNames,
  type SettingId,
  settingsInWords,
} from './settings.ts'
import { trackedTitles } from './track.ts'

/** Field values as typed or chosen; `''` or omitted: the default. */
export type SetupDraft = Readonly<Partial<Record<SettingId, string>>>

export type SetupErrors = SetupDraft

export type Setup = Awaited<ReturnType<typeof enteredSetup>>

type SetupWorkspace = Pick<Workspace, 'api' | 'store' | 'clock' | 'defaults' | 'isShared'>

type Where = Pick<ChannelAndUser, 'team' | 'channel'>

/** The content of one of the settings forms. @param entered replaces the channel's current values */
export async function loadSetup(
  workspace: SetupWorkspace,
  { team, channel }: Where,
  form: SettingsForm,
  entered: SetupDraft = {},
): Promise<Setup> {
  const draft = { ...draftOf(await workspace.store.channels.get(team, channel)), ...entered }
  return enteredSetup(workspace, channel, form, draft)
}

export async function enteredSetup(
  workspace: Omit<SetupWorkspace, 'store'>,
  channel: string,
  form: SettingsForm,
  draft: SetupDraft,
) {
  const { defaults } = workspace
  const hasPlace = fieldsOf(form).some(([id]) => id === 'organization')
  const organizations = [defaults.organizationId, draft.organization || defaults.organizationId]
  const names: PlaceNames = hasPlace ? await placeNames(workspace, organizations) : new Map()
  return { channel, draft, defaults, names, shared: (await workspace.isShared(channel)) === true }
}

/** Names of all organizations, and of the workspaces of these. */
async function placeNames(
  workspace: Pick<Workspace, 'api' | 'clock'>,
  organizationIds: readonly string[],
): Promise<PlaceNames> {
  const lists = await Promise.all([
    organizationsInTime(workspace),
    ...[...new Set(organizationIds)].map((id) => workspacesInTime(workspace, id)),
  ])
  return new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
}

export async function channelSummary(
  workspace: Omit<SetupWorkspace, 'isShared'>,
  { team, channel }: Where,
): Promise<ChannelSummary> {
  const { store, defaults } = workspace
  const settings = await store.channels.get(team, channel)
  const scope = await channelScope(workspace, { team, channel })
  const names = await placeNames(workspace, [scope.workspace.organizationId])
  const { updatedBy: by = null, updatedAt: at = null } = settings ?? {}
  const tracked = trackedInWords(scope.recommendations.length)
  return {
    channel,
    settings: [...settingsInWords(settings, defaults, names), tracked],
    changed: by === null || at === null ? null : { by, at },
  }
}

function draftOf(settings: ChannelSettings | null): SetupDraft {
  return Object.fromEntries(
    everySetting.map(([id, { column, typed = String }]) => {
      const value = settings?.[column] ?? null
      return [id, value === null ? '' : typed(value)]
    }),
  )
}

export function setupDraft(form: SettingsForm, values: FormValues): SetupDraft {
  return Object.fromEntries(
    fieldsOf(form).map(([id]) => {
      const typed = textIn(values, id)
      return [id, typed === asConfigured ? '' : typed]
    }),
  )
}

/** Parses the fields of one form, without calling the service. */
export function readSetup(draft: SetupDraft): Read<Partial<EditableSettings>, SetupErrors> {
  const problem: Partial<Record<SettingId, string>> = {}
  const value: Partial<Record<keyof EditableSettings, unknown>> = {}
  for (const [id, { column, parse }] of everySetting) {
    const typed = draft[id]
    if (typed === undefined) continue
    const result = typed.trim() === '' ? read(null) : parse(typed)
    if (result.ok) value[column] = result.value
    else problem[id] = result.problem
  }
  // The table pairs each column with a parser of its type.
  if (Object.keys(problem).length === 0) return read(value as Partial<EditableSettings>)
  return { ok: false, problem }
}

export const nothingSaved = 'Nothing was saved; what you entered is below.'

/**
 * Saves checked settings together with their audit row, and leaves the channel's other settings unchanged. Repeating it
 * changes nothing.
 * @returns the labels of the changed settings
 * @throws {Error} with a `userMessage` saying that nothing is saved, if the cause has one
 */
export async function saveSetup(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  place: ChannelAndUser,
  settings: Partial<EditableSettings>,
): Promise<readonly string[]> {
  const { team, channel, user } = place
  try {
    const before = await store.channels.get(team, channel)
    const changed = (Object.keys(settings) as (keyof EditableSettings)[]).filter(
      (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(settings[name]),
    )
    const outcome = changed.length > 0 ? 'saved' : 'nothing changed'
    const detail = Object.fromEntries(changed.map((name) => [name, [before?.[name] ?? null, settings[name]]]))
    const entry = auditEntry(place, 'channel.setup', channel, outcome, detail)
    await store.channels.save({ team, channel, ...settings }, user, clock.now(), entry)
    return everySetting.flatMap(([, { column, label }]) => (changed.includes(column) ? [label] : []))
  } catch (error) {
    throw withOutcome(error, nothingSaved)
  }
}

/** Announces a channel's new time zone in the channel. @returns why that failed; `null` if it was posted */
export async function announceZone(
  workspace: Pick<Workspace, 'store' | 'clock' | 'paces' | 'poster' | 'log'>,
  { team, channel, user }: ChannelAndUser,
  change: ZoneChange,
): Promise<string | null> {
  try {
    await awaitTurn(workspace, { team, channel })
    await workspace.poster.post(channel, zoneChanged(change, user))
    return null
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    workspace.log.warn('could not announce a channel’s new time zone', { team, channel, code: error.code })
    return error.userMessage
  }
}

export interface FormPlace extends Where {
  /** Whether there is a previous form, in which the channel was chosen. */
  readonly back: boolean
}

/** A channel's settings. A channel without settings gets a short first form instead. */
export async function settingsView(workspace: SetupWorkspace, where: FormPlace): Promise<ModalView> {
  return (await workspace.store.channels.get(where.team, where.channel)) === null
    ? setupView(await loadSetup(workspace, where, 'start'), 'start', {}, where)
    : summaryView(workspace, where)
}

export type SetupProblems = FormProblems<SettingId>

/** @param way `zone`: to be confirmed by saving again */
export function setupView(
  { channel, draft, defaults, names, shared }: Setup,
  step: SettingsForm,
  { errors = {}, notice = null }: SetupProblems = {},
  way: Pick<SetupMetadata, 'back'> & { readonly zone?: string } = { back: false },
): ModalView {
  const fields = fieldsOf(step).map(([id, { label, field }]) =>
    field({ id, label, optional: true, error: errors[id] ?? null }, draft[id] ?? '', defaults, names),
  )
  const { organization = '' } = draft
  return setupModal({ ...way, channel, step, organization, fields, shared, notice })
}

export async function summaryView(
  workspace: SetupWorkspace,
  { team, channel, back }: FormPlace,
  more: Pick<SummaryView, 'saved' | 'notice'> = {},
): Promise<ModalView> {
  const scope = await channelScope(workspace, { team, channel })
  const [summary, filters, shared] = await Promise.all([
    channelSummary(workspace, { team, channel }),
    filterListsInTime(workspace, scope.workspace, placesWithinMs),
    workspace.isShared(channel),
  ])
  return summaryModal({ summary, brands: filters?.brands ?? null, shared: shared === true, back, ...more })
}

export async function recommendationsView(
  workspace: SetupWorkspace,
  where: FormPlace,
  more: Omit<RecommendationsView, 'tracked'> = {},
): Promise<ModalView> {
  return recommendationsModal({ tracked: await trackedTitles(workspace, where), ...more }, where)
}
