import { redrawDigestList } from '../actions/digests.ts'
import { SOURCES } from '../api/index.ts'
import {
  type DigestField,
  digestFormCallbackId,
  digestModal,
  isOpen,
  isShown,
  moreOptionsId,
  previewId,
  readDigestForm,
} from '../blocks/digests/digest-form.ts'
import { digestSaved } from '../blocks/digests/digest-list.ts'
import { digestPreviewModal, previewTitle } from '../blocks/digests/digest-preview.ts'
import { fieldActionId } from '../blocks/forms/fields.ts'
import { type FormProblems, problemModal } from '../blocks/forms/modal.ts'
import { engineName } from '../blocks/kit/text.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { nothingSaved } from '../channels/setup.ts'
import { redrawInvitation } from '../digests/invitation/introduction.ts'
import { describeDigest } from '../digests/manage/describe-digests.ts'
import { settingsOfDraft } from '../digests/manage/digest-form.ts'
import { unusedName } from '../digests/manage/digest-name.ts'
import { createDigest, previewDraft, type SavedDigest, updateDigest } from '../digests/manage/manage.ts'
import { type SettingsProblem, settingsProblems } from '../digests/manage/validate-settings.ts'
import { redrawHome } from '../home/index.ts'
import { Cache } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { withOutcome } from '../lib/problem.ts'
import type { ChannelAndUser } from '../model/channel.ts'
import type { DigestForm } from '../model/digest.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import { type Click, type OptionsQuery, PostError, type Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { DigestSettings } from '../store/index.ts'
import { type Form, type FormAnswer, type InForm, readable } from './form.ts'
import { nameOptions, ownZone, zoneOptions } from './options.ts'

export function createDigestForm(): Form {
  /** Whether this process last redrew an open form with its other options. */
  const drawnOpen = new Cache<boolean>({ clock: systemClock, ttlMs: 60 * 60_000, max: 1_000 })

  /** Redraws the open form. Values entered in the meantime stay: Slack keeps them if their fields are redrawn. */
  const redraw = async (
    view: ViewState,
    form: DigestForm,
    { modals }: Workspace,
    isNewest: () => boolean,
  ) => {
    const open = isOpen(form) || drawnOpen.get(view.id) === true
    drawnOpen.set(view.id, open)
    const again = digestModal({ ...form, open })
    try {
      await modals.update(view.id, again, view.hash)
    } catch (error) {
      if (!(error instanceof PostError) || error.code !== 'hash_conflict') throw error
      // Another click updated the form first. The newest click wins.
      if (isNewest()) await modals.update(view.id, again)
    }
  }

  return {
    callbackId: digestFormCallbackId,
    who: 'changers',
    about: (view) => readForm(view).metadata.channel,
    submit,
    again: async (view, problems, workspace) => digestModal(await formOf(view, workspace), problems),
    suggest,
    click: async (click, workspace, isNewest) => {
      const { view, actionId } = click
      if (actionId === previewId) return void (await preview(click, workspace, isNewest))
      const form = await formOf(view, workspace)
      if (actionId === moreOptionsId) return redraw(view, { ...form, open: true }, workspace, isNewest)
      if (followers.some((field) => isShown(field, form) !== field in view.values))
        await redraw(view, form, workspace, isNewest)
    },
    onTop: ({ actionId, view }) =>
      actionId === previewId && isReady(view) ? { title: previewTitle, content: preview } : null,
  }
}

/** Fields that a choice shows. */
const followers = ['weekdays', 'monthDay', 'fallsBy', 'quietFrom', 'quietTo'] as const

async function submit(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { team, user, view } = submission
  const form = await formOf(view, workspace)
  const { metadata } = form
  const place = { team, user, channel: metadata.channel }
  const saved = await save(workspace, place, form, view).catch((error: unknown) => {
    throw withOutcome(error, nothingSaved)
  })
  if (!saved.ok) {
    const problems = shownProblems(form, saved.problems)
    const { errors = {} } = problems
    const at = Object.keys(errors)
    // Slack shows an error only at a visible field. A redrawn form shows every field that is set.
    if (at.length > 0 && at.every((field) => field in view.values)) return { kind: 'errors', errors }
    // Saving again overwrites the other change.
    const again = saved.mark === undefined ? form : { ...form, metadata: { ...metadata, mark: saved.mark } }
    return { kind: 'show', view: digestModal(again, problems) }
  }
  const { subscription: settings } = saved
  return {
    kind: 'show',
    view: digestSaved({
      digest: await describeDigest(workspace, settings),
      settings,
      isNew: metadata.subscriptionId === null,
      shared: metadata.shared === true,
    }),
    after: async () => {
      await redrawDigestList(workspace, place, metadata.list ?? null, null)
      await redrawInvitation(workspace, place)
      await redrawHome(workspace)
    },
  }
}

function isReady(view: ViewState): boolean {
  const form = readForm(view)
  const problems = [...undrawnProblems(form, view), ...settingsProblems(settingsOfDraft(form.draft))]
  return problems.every(({ field }) => field === 'name' || field === 'filters')
}

/** Errors are also shown in the form, at their fields. */
async function preview(
  { team, user, view }: InForm<Click>,
  workspace: Workspace,
  isNewest: () => boolean,
): Promise<ModalView> {
  const form = await formOf(view, workspace)
  const { channel, subscriptionId } = form.metadata
  const place = { team, user, channel }
  const undrawn = undrawnProblems(form, view)
  const draft =
    undrawn.length > 0
      ? { ok: false as const, problems: undrawn }
      : await previewDraft(workspace, place, subscriptionId, await settingsOf(workspace, place, form))
  if (draft.ok) return digestPreviewModal(await draft.compose())
  if (isNewest())
    await workspace.modals.update(view.id, digestModal(form, shownProblems(form, draft.problems)))
  const sentence = draft.problems.map((problem) => problem.sentence).join('\n')
  return problemModal(previewTitle, { sentence, reference: null })
}

/** The settings that the form describes, with a generated name if none was entered. */
async function settingsOf(
  workspace: Workspace,
  place: ChannelAndUser,
  { draft, metadata }: DigestForm,
): Promise<DigestSettings> {
  const settings = settingsOfDraft(draft)
  const name = settings.name || (await unusedName(workspace, place, settings, metadata.subscriptionId))
  return { ...settings, name }
}

async function save(
  workspace: Workspace,
  place: ChannelAndUser,
  form: DigestForm,
  view: ViewState,
): Promise<SavedDigest> {
  const problems = undrawnProblems(form, view)
  if (problems.length > 0) return { ok: false, problems }
  const { subscriptionId, mark, once } = form.metadata
  const settings = await settingsOf(workspace, place, form)
  return subscriptionId === null
    ? createDigest(workspace, place, settings, once)
    : updateDigest(workspace, place, subscriptionId, settings, mark)
}

/** Fields that the form hadn't shown yet when it was sent: nobody has seen their values. */
function undrawnProblems(form: DigestForm, { values }: ViewState): readonly SettingsProblem[] {
  const undrawn = followers.filter((field) => isShown(field, form) && !(field in values))
  return undrawn.map((field) => ({ field, sentence: 'Check this as well, then save.' }))
}

/** At the fields that are shown, or above the form. */
function shownProblems(form: DigestForm, problems: readonly SettingsProblem[]): FormProblems<DigestField> {
  const atFields = problems.filter(({ field }) => field !== null && isShown(field, form))
  if (atFields.length > 0)
    return { errors: Object.fromEntries(atFields.map(({ field, sentence }) => [field, sentence])) }
  const sentences = [...problems.map(({ sentence }) => sentence), nothingSaved]
  return { notice: { sentence: sentences.join('\n'), reference: null } }
}

async function suggest(
  { actionId, typed, user, view }: InForm<OptionsQuery>,
  workspace: Workspace,
): Promise<readonly Option[]> {
  if (actionId === fieldActionId('timeZone')) return zoneOptions(typed, await ownZone(workspace, user))
  const isEngines = actionId === fieldActionId('engines')
  if (!isEngines && actionId !== fieldActionId('brands')) return []
  const { channel } = readForm(view).metadata
  const scope = await channelScope(workspace, { team: workspace.team, channel })
  const lists = await filterListsInTime(workspace, scope.workspace, listsWait.answeringForm)
  return isEngines
    ? nameOptions(lists?.engines ?? SOURCES, typed, engineName)
    : nameOptions(lists?.brands ?? null, typed)
}

async function formOf(view: ViewState, { store, defaults, team }: Workspace): Promise<DigestForm> {
  const { channel, subscriptionId } = readForm(view).metadata
  const load = async () => {
    const { filterNames: names } = await channelScope({ store, defaults }, { team, channel })
    const digest = subscriptionId === null ? null : await store.subscriptions.get(team, subscriptionId)
    return { name: digest?.name ?? null, names }
  }
  // The entered values must be shown again even if the names can't be read. Ids are shown in their place.
  return readForm(view, await load().catch(() => undefined))
}

function readForm(view: ViewState, names?: Pick<DigestForm, 'name' | 'names'>): DigestForm {
  return readable(readDigestForm(view, names), ', and type /sightline digest again')
}
