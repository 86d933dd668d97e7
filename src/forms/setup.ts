import { fieldActionId } from '../blocks/forms/fields.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import {
  configuredOption,
  placeOption,
  readSetupMetadata,
  type SetupFormMetadata,
  setupBackId,
  setupCallbackId,
  setupDraft,
  setupModal,
} from '../blocks/settings/setup-form.ts'
import { setupSaved } from '../blocks/settings/setup-form-saved.ts'
import { confirmZone } from '../blocks/settings/zone-change.ts'
import { organizationsInTime, workspacesInTime } from '../channels/places.ts'
import { channelScope } from '../channels/scope.ts'
import { loadSetup, placeNames } from '../channels/setup.ts'
import { checkSetup } from '../channels/setup-check.ts'
import { readSetup } from '../channels/setup-parse.ts'
import { nothingSaved, saveSetup } from '../channels/setup-save.ts'
import { tellZone } from '../channels/tell-zone.ts'
import { withOutcome } from '../lib/outcome.ts'
import { Problem } from '../lib/problem.ts'
import type { Setup, SetupErrors } from '../model/channel.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import type { Click, OptionsQuery, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Form } from './form.ts'
import { placeOptions, zoneOptions } from './options.ts'

/** Sets a channel up, after checking all fields, also with the service. */
export const setupForm: Form = {
  callbackId: setupCallbackId,
  who: 'changers',
  submit,
  again: async (view, notice, workspace): Promise<ModalView> =>
    setupModal(await setupOf(view, workspace), { notice }, metadataOf(view)),
  suggest,
  click,
}

async function submit({ team, user, view }: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const { api, store, defaults } = workspace
  const metadata = metadataOf(view)
  const { channel, shownUpTo } = metadata
  const refused = async (errors: SetupErrors): Promise<SubmissionAnswer> => ({
    kind: 'errors',
    errors,
    again: setupModal(await setupOf(view, workspace), { errors }, metadata),
  })
  const parsed = readSetup(setupDraft(view.values))
  if (!parsed.ok) return refused(parsed.errors)
  const current = await channelScope(store, defaults, team, channel)
  const errors = await checkSetup(api, parsed.input, defaults, current).catch((error: unknown) => {
    throw withOutcome(error, nothingSaved)
  })
  if (Object.keys(errors).length > 0) return refused(errors)
  const change = { from: current.timeZone, to: parsed.input.settings.timeZone ?? defaults.timeZone }
  const isZoneChanged = change.from !== change.to
  if (isZoneChanged && metadata.zone !== change.to) {
    const notice = { sentence: confirmZone(change), reference: null }
    const again = setupModal(await setupOf(view, workspace), { notice }, { ...metadata, zone: change.to })
    return { kind: 'show', view: again }
  }
  const saved = await saveSetup(workspace, { team, channel, user }, parsed.input, shownUpTo)
  const untold = isZoneChanged ? await tellZone(workspace, { team, channel, user }, change) : null
  return { kind: 'show', view: setupSaved(await setupOf(view, workspace), parsed.input, saved, untold) }
}

async function suggest(query: OptionsQuery, workspace: Workspace): Promise<readonly Option[]> {
  const { defaults } = workspace
  const named = (places: Awaited<ReturnType<typeof organizationsInTime>>, id: string) =>
    places?.find((place) => place.id === id)?.name ?? id
  switch (query.actionId) {
    case fieldActionId('organization'): {
      const places = await organizationsInTime(workspace)
      return placeOptions(places, query.typed, [
        placeOption(defaults, named(places, defaults.organizationId)),
      ])
    }
    case fieldActionId('workspace'): {
      const { organization } = query.view === null ? { organization: '' } : metadataOf(query.view)
      const places = await workspacesInTime(workspace, organization || defaults.organizationId)
      return placeOptions(places, query.typed, [placeOption(defaults, named(places, defaults.workspaceId))])
    }
    case fieldActionId('timeZone'): {
      const zone = (await workspace.people.person(query.user))?.timeZone ?? null
      const personal = zone === null ? [] : [{ text: `${zone} (yours)`, value: zone }]
      return zoneOptions(query.typed, [configuredOption(defaults.timeZone), ...personal])
    }
    default:
      return []
  }
}

/**
 * "Back" returns to the choice of the channel. Any other click chose an organization: the form stores it, since Slack's
 * query for the options of the workspace menu doesn't contain the other fields.
 */
async function click({ team, view, actionId }: Click, workspace: Workspace): Promise<void> {
  if (view === null) return
  const metadata = metadataOf(view)
  if (actionId === setupBackId) return workspace.modals.update(view.id, chooseChannelModal(metadata.channel))
  // Slack may omit unchanged fields, which still show their initial values.
  const loaded = await loadSetup(workspace, { team, channel: metadata.channel })
  const sent = Object.entries(setupDraft(view.values)).filter(([id]) => (view.values[id] ?? null) !== null)
  const draft = { ...loaded.draft, ...Object.fromEntries(sent) }
  const { shownUpTo, hidden } = sent.some(([id]) => id === 'recommendations') ? metadata : loaded
  const names = await placeNames(workspace, draft)
  await workspace.modals.update(
    view.id,
    setupModal({ ...loaded, draft, names, shownUpTo, hidden }, {}, metadata),
  )
}

/** The form with the entered values. */
async function setupOf(view: ViewState, workspace: Workspace): Promise<Setup> {
  const { channel, shownUpTo, hidden, shared = false } = metadataOf(view)
  const draft = setupDraft(view.values)
  return {
    channel,
    draft,
    defaults: workspace.defaults,
    names: await placeNames(workspace, draft),
    shownUpTo,
    hidden,
    shared,
  }
}

function metadataOf(view: ViewState): SetupFormMetadata {
  const metadata = readSetupMetadata(view.privateMetadata)
  if (metadata === null)
    throw new Problem(
      'form_unreadable',
      'This form can no longer be read. Close it, and type /sightline setup again.',
    )
  return metadata
}
