import { fieldActionId } from '../blocks/forms/fields.ts'
import type { FormProblems } from '../blocks/forms/modal.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import {
  confirmZone,
  defaultOption,
  isSettingsForm,
  readSetupMetadata,
  type SettingsForm,
  type SettingsStep,
  type SetupMetadata,
  settingsStep,
  setupBackId,
  setupCallbackId,
  setupStepId,
  stopTrackingId,
  trackAgainId,
} from '../blocks/settings/setup-form.ts'
import {
  notFound,
  notSeen,
  nowTracking,
  recommendationsModal,
  stoppedSentence,
  trackedSentence,
} from '../blocks/settings/setup-recommendations.ts'
import { organizationsInTime, workspacesInTime } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import {
  announceZone,
  enteredSetup,
  type FormPlace,
  loadSetup,
  nothingSaved,
  readSetup,
  recommendationsView,
  type SetupProblems,
  saveSetup,
  setupDraft,
  setupView,
  summaryView,
} from '../channels/setup.ts'
import { checkAnnouncements, checkPlace } from '../channels/setup-check.ts'
import { readRecommendations } from '../channels/setup-parse.ts'
import { lastTitle, previewTracking, stopTracking, trackRecommendations } from '../channels/track.ts'
import { redrawHome } from '../home/index.ts'
import { withOutcome } from '../lib/problem.ts'
import { type Option, textIn, type ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import type { Click, OptionsQuery, Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type Form, type FormAnswer, type InForm, readable } from './form.ts'
import { ownZone, placeOptions, zoneOptions } from './options.ts'

/** A channel's settings: a summary, and a form for each group of settings. Each form saves only its own fields. */
export const setupForm: Form = {
  callbackId: setupCallbackId,
  who: 'changers',
  about: (view) => metadataOf(view).channel,
  submit: async (submission, workspace) => {
    const { step, channel, back } = metadataOf(submission.view)
    if (step === 'recommendations') return track(submission, workspace)
    if (isSettingsForm(step)) return save(submission, step, workspace)
    return { kind: 'show', view: await summaryView(workspace, { team: submission.team, channel, back }) }
  },
  again,
  suggest,
  click: async (click, workspace, isNewest) => {
    const next = await viewAfter(click, workspace)
    if (isNewest()) await workspace.modals.update(click.view.id, next)
  },
}

/** Saves one form after checking its fields. Organization, workspace and analysis are also checked with the service. */
async function save(
  { team, user, view }: Submission,
  step: SettingsForm,
  workspace: Workspace,
): Promise<FormAnswer> {
  const { api, defaults } = workspace
  const metadata = metadataOf(view)
  const { channel, back } = metadata
  const parsed = readSetup(setupDraft(step, view.values))
  if (!parsed.ok) return { kind: 'errors', errors: parsed.problem }
  const settings = parsed.value
  const current = await channelScope(workspace, { team, channel })
  if ('projectId' in settings) {
    const errors = await checkPlace(api, settings, defaults, current).catch((error: unknown) => {
      throw withOutcome(error, nothingSaved)
    })
    if (Object.keys(errors).length > 0) return { kind: 'errors', errors }
  }
  const { announceTasksIn: tasksIn = null } = settings
  if (tasksIn !== null) {
    const errors = await checkAnnouncements(workspace, user, tasksIn)
    if (Object.keys(errors).length > 0) return { kind: 'errors', errors }
  }
  const change = { from: current.timeZone, to: settings.timeZone ?? defaults.timeZone }
  const isZoneChanged = 'timeZone' in settings && change.from !== change.to
  if (isZoneChanged && metadata.zone !== change.to) {
    const notice = { sentence: confirmZone(change), reference: null }
    return {
      kind: 'show',
      view: await formView(view, step, { notice }, workspace, { ...metadata, zone: change.to }),
    }
  }
  const changed = await saveSetup(workspace, { team, channel, user }, settings)
  const announcementProblem = isZoneChanged
    ? await announceZone(workspace, { team, channel, user }, change)
    : null
  const shared = tasksIn !== null && (await workspace.isShared(tasksIn)) === true ? tasksIn : null
  const saved = { changed, announcementProblem, shared, first: step === 'start' }
  return { kind: 'show', view: await summaryView(workspace, { team, channel, back }, { saved }) }
}

async function track({ team, user, view }: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { channel, back, draw = 0 } = metadataOf(view)
  const typed = textIn(view.values, 'recommendations')
  const parsed = readRecommendations(typed)
  if (!parsed.ok) return { kind: 'errors', errors: { recommendations: parsed.problem } }
  const preview = await previewTracking(workspace, { team, channel }, parsed.value)
  const { identified, unknown, unseen, reason } = preview
  if (unknown.length > 0) return { kind: 'errors', errors: { recommendations: notFound(unknown) } }
  if (unseen.length > 0) return { kind: 'errors', errors: { recommendations: notSeen(reason) } }
  const ids = identified.map(({ resultId }) => resultId)
  await trackRecommendations(workspace, { team, channel, user }, ids)
  const done = ids.length === 0 ? 'Already tracked here.' : trackedSentence(preview)
  // The tracked addresses leave the field.
  const more = { done, draw: draw + 1 }
  return { kind: 'show', view: await recommendationsView(workspace, { team, channel, back }, more) }
}

async function suggest(query: InForm<OptionsQuery>, workspace: Workspace): Promise<readonly Option[]> {
  const { defaults } = workspace
  const named = (places: Awaited<ReturnType<typeof organizationsInTime>>, id: string) =>
    places?.find((place) => place.id === id)?.name ?? id
  switch (query.actionId) {
    case fieldActionId('organization'): {
      const places = await organizationsInTime(workspace)
      return placeOptions(places, query.typed, [defaultOption(named(places, defaults.organizationId))])
    }
    case fieldActionId('workspace'): {
      const { organization } = metadataOf(query.view)
      const places = await workspacesInTime(workspace, organization || defaults.organizationId)
      return placeOptions(places, query.typed, [defaultOption(named(places, defaults.workspaceId))])
    }
    case fieldActionId('timeZone'): {
      const own = await ownZone(workspace, query.user)
      return zoneOptions(query.typed, [defaultOption(defaults.timeZone), ...own])
    }
    default:
      return []
  }
}

async function viewAfter(
  { view, actionId, value, team, user }: InForm<Click>,
  workspace: Workspace,
): Promise<ModalView> {
  const { channel, back, draw = 0 } = metadataOf(view)
  const where = { team, channel, back }
  const typed = textIn(view.values, 'recommendations')
  switch (actionId) {
    case setupBackId:
      return chooseChannelModal(channel)
    case setupStepId:
      return stepView(where, settingsStep.catch('summary').parse(value), workspace)
    case stopTrackingId: {
      const title = await lastTitle(workspace, { team, channel }, value)
      await stopTracking(workspace, { team, channel, user }, value)
      void redrawHome(workspace)
      const done = stoppedSentence(value, title)
      return recommendationsView(workspace, where, { typed, draw, done, stopped: value })
    }
    case trackAgainId: {
      await trackRecommendations(workspace, { team, channel, user }, [value])
      void redrawHome(workspace)
      const title = await lastTitle(workspace, { team, channel }, value)
      const done = nowTracking([{ resultId: value, title }])
      return recommendationsView(workspace, where, { typed, draw, done })
    }
    default:
      return organizationChosen(view, team, workspace)
  }
}

async function stepView(where: FormPlace, step: SettingsStep, workspace: Workspace): Promise<ModalView> {
  if (step === 'summary') return summaryView(workspace, where)
  if (step === 'recommendations') return recommendationsView(workspace, where)
  return setupView(await loadSetup(workspace, where, step), step, {}, { back: where.back })
}

/** The form stores the organization, since Slack's query for the workspaces doesn't contain the other fields. */
async function organizationChosen(view: ViewState, team: string, workspace: Workspace): Promise<ModalView> {
  const metadata = metadataOf(view)
  const step = isSettingsForm(metadata.step) ? metadata.step : 'place'
  // Slack may omit unchanged fields, which still show their initial values.
  const sent = Object.entries(setupDraft(step, view.values)).filter(
    ([id]) => (view.values[id] ?? null) !== null,
  )
  const entered = Object.fromEntries(sent)
  const setup = await loadSetup(workspace, { team, channel: metadata.channel }, step, entered)
  return setupView(setup, step, {}, metadata)
}

async function again(view: ViewState, problems: FormProblems, workspace: Workspace): Promise<ModalView> {
  const { channel, back, step, draw = 0 } = metadataOf(view)
  const where = { team: workspace.team, channel, back }
  if (isSettingsForm(step)) return formView(view, step, problems, workspace, metadataOf(view))
  if (step === 'recommendations') {
    const { errors: { recommendations: error } = {}, notice = null } = problems
    const entered = { typed: textIn(view.values, 'recommendations'), draw, notice, error: error ?? null }
    // If the list can't be read, the entered text is still shown.
    return recommendationsView(workspace, where, entered).catch(() =>
      recommendationsModal({ tracked: null, ...entered }, where),
    )
  }
  return summaryView(workspace, where, { notice: problems.notice ?? null })
}

async function formView(
  view: ViewState,
  step: SettingsForm,
  problems: SetupProblems,
  workspace: Workspace,
  way: SetupMetadata,
): Promise<ModalView> {
  const setup = await enteredSetup(workspace, way.channel, step, setupDraft(step, view.values))
  return setupView(setup, step, problems, way)
}

function metadataOf({ privateMetadata }: ViewState): SetupMetadata {
  return readable(readSetupMetadata(privateMetadata), ', and type /sightline settings again')
}
