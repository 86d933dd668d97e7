import { redrawDigestList } from '../actions/digests.ts'
import { SOURCES } from '../api/index.ts'
import { digestFormCallbackId, digestModal, moreOptionsId, previewId } from '../blocks/digests/digest-form.ts'
import { type DigestField, isOpen, isShown, readDigestForm } from '../blocks/digests/digest-form-state.ts'
import { digestPreviewModal, previewTitle } from '../blocks/digests/digest-preview.ts'
import { digestSaved } from '../blocks/digests/digest-saved.ts'
import { fieldActionId } from '../blocks/forms/fields.ts'
import { loadingModal } from '../blocks/forms/modal.ts'
import { engineName } from '../blocks/kit/names.ts'
import { type FilterLists, filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { redrawInvitation } from '../digests/invitation/introduction.ts'
import { describeDigest } from '../digests/manage/describe-digests.ts'
import { type DigestInput, parseDigestForm } from '../digests/manage/digest-form.ts'
import { unusedName } from '../digests/manage/digest-name.ts'
import { createDigest, previewDraft, type SavedDigest, updateDigest } from '../digests/manage/manage.ts'
import { digestGone } from '../digests/manage/post-now.ts'
import type { SettingsProblem } from '../digests/manage/validate-settings.ts'
import { redrawHome } from '../home/index.ts'
import { Cache } from '../lib/cache.ts'
import { systemClock } from '../lib/clock.ts'
import { withOutcome } from '../lib/problem.ts'
import type { DigestDraft, DigestErrors, DigestForm, DigestPlace } from '../model/digest.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import { readTypedFilters } from '../questions/read.ts'
import { type Click, type OptionsQuery, PostError, type Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { DigestSettings } from '../store/index.ts'
import { type Form, type FormAnswer, type InForm, readable } from './form.ts'
import { nameOptions, ownZone, zoneOptions } from './options.ts'

/** How this process last redrew an open form. */
interface Drawn {
  /** The newest click's trigger id. */
  readonly click: string
  readonly open: boolean
}

/** Creates or changes a digest, after checking all fields. Some choices show further fields. */
export function createDigestForm(): Form {
  const drawn = new Cache<Drawn>({ clock: systemClock, ttlMs: 60 * 60_000, max: 1_000 })

  /** Redraws the open form. Values entered in the meantime stay: Slack keeps them if their fields are redrawn. */
  const redraw = async (click: Click, view: ViewState, form: DigestForm, { modals }: Workspace) => {
    const open = isOpen(form) || drawn.get(view.id)?.open === true
    drawn.set(view.id, { click: click.triggerId, open })
    const again = digestModal({ ...form, open })
    try {
      await modals.update(view.id, again, view.hash)
    } catch (error) {
      if (!(error instanceof PostError) || error.code !== 'hash_conflict') throw error
      // Another click updated the form first. The newest click wins.
      if (drawn.get(view.id)?.click === click.triggerId) await modals.update(view.id, again)
    }
  }

  return {
    callbackId: digestFormCallbackId,
    who: 'changers',
    about: (view) => readForm(view).metadata.channel,
    submit,
    again: async (view, problems, workspace) => digestModal(await formOf(view, workspace), problems),
    suggest,
    click: async (click, workspace) => {
      const { view, actionId } = click
      const form = await formOf(view, workspace)
      if (actionId === previewId) return preview(click, view, form, workspace)
      if (actionId === moreOptionsId) return redraw(click, view, { ...form, open: true }, workspace)
      if (followers.some((field) => isShown(field, form) !== field in view.values))
        await redraw(click, view, form, workspace)
    },
  }
}

/** Fields that a choice shows, each with the error if the form was sent before it was drawn; `null`: no error. */
const missing = {
  evaluations: null,
  weekdays: 'Choose at least one day.',
  monthDay: 'Choose the day of the month.',
  fallsBy: 'Enter a number of points, for example 5.',
  quietFrom: 'Choose when the quiet hours begin.',
  quietTo: 'Choose when the quiet hours end.',
} as const satisfies Partial<Record<DigestField, string | null>>

const followers = Object.keys(missing) as (keyof typeof missing)[]

const nothingSaved = 'Nothing was saved; what you entered is below.'

async function submit(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { team, user, view } = submission
  const form = await formOf(view, workspace)
  const { metadata } = form
  // Slack shows an error only at a visible field. A redrawn form shows every field that is set.
  const refused = (errors: DigestErrors): FormAnswer =>
    Object.keys(errors).every((field) => field in view.values)
      ? { kind: 'errors', errors }
      : { kind: 'show', view: digestModal(form, { errors }) }
  const parsed = await parseForm(form, view, workspace)
  if (!parsed.ok) return refused(parsed.errors)
  const place = { team, user, channel: metadata.channel }
  const saved = await save(workspace, place, form, parsed.input).catch((error: unknown) => {
    throw withOutcome(error, nothingSaved)
  })
  if (!saved.ok) {
    const errors = errorsAtFields(form, saved.problems)
    if (Object.keys(errors).length > 0) return refused(errors)
    const notice = { sentence: [sentencesOf(saved.problems), nothingSaved].join('\n'), reference: null }
    // Saving again overwrites the other change.
    const again = saved.mark === undefined ? form : { ...form, metadata: { ...metadata, mark: saved.mark } }
    return { kind: 'show', view: digestModal(again, { notice }) }
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

async function preview(
  { team, user, triggerId }: Click,
  view: ViewState,
  form: DigestForm,
  workspace: Workspace,
): Promise<void> {
  const { modals } = workspace
  const { channel, subscriptionId } = form.metadata
  const place = { team, user, channel }
  const parsed = await parseForm(form, view, workspace)
  if (!parsed.ok) return modals.update(view.id, digestModal(form, { errors: parsed.errors }))
  const settings = await settingsOf(workspace, place, form, parsed.input)
  const draft = await previewDraft(workspace, place, subscriptionId, settings)
  if (!draft.ok) {
    const errors = errorsAtFields(form, draft.problems)
    const notice = { sentence: sentencesOf(draft.problems), reference: null }
    const isAtFields = Object.keys(errors).length > 0
    return modals.update(view.id, digestModal(form, isAtFields ? { errors } : { notice }))
  }
  const content = async () => digestPreviewModal(await draft.compose())
  const fields = { team, user, channel, action: previewId }
  await modals.show({ triggerId, onTop: true }, loadingModal(previewTitle), content, fields)
}

async function parseForm(
  form: DigestForm,
  { values }: ViewState,
  workspace: Workspace,
): Promise<ReturnType<typeof parseDigestForm>> {
  const undrawn = followers.filter((field) => isShown(field, form) && !(field in values))
  const errors = undrawn.flatMap((field) => (missing[field] === null ? [] : [[field, missing[field]]]))
  if (errors.length > 0) return { ok: false, errors: Object.fromEntries(errors) }
  return parseDigestForm(form.draft, form.fixed !== null, await typedEngines(form, workspace))
}

/** The service's engines, if a typed word may be an engine that this version doesn't know; otherwise none. */
async function typedEngines(
  { draft, metadata }: DigestForm,
  workspace: Workspace,
): Promise<readonly string[]> {
  const read = readTypedFilters(draft.filters)
  if (read.ok || !read.mayBeEngine) return []
  return (await listsOf(metadata.channel, workspace))?.engines ?? []
}

/** The settings that the form describes, with a generated name if none was entered. */
async function settingsOf(
  workspace: Workspace,
  place: DigestPlace,
  { metadata: { subscriptionId } }: DigestForm,
  { schedule, name, ...input }: DigestInput,
): Promise<DigestSettings> {
  const before =
    subscriptionId === null ? null : await workspace.store.subscriptions.get(place.team, subscriptionId)
  const when = schedule ?? before?.schedule
  if (when === undefined) throw digestGone()
  const settings = { ...input, schedule: when }
  return { ...settings, name: name || (await unusedName(workspace, place, settings, subscriptionId)) }
}

async function save(
  workspace: Workspace,
  place: DigestPlace,
  form: DigestForm,
  input: DigestInput,
): Promise<SavedDigest> {
  const { subscriptionId, mark, once } = form.metadata
  const settings = await settingsOf(workspace, place, form, input)
  if (subscriptionId === null) return createDigest(workspace, place, settings, once)
  const { schedule, ...changes } = settings
  return updateDigest(
    workspace,
    place,
    subscriptionId,
    input.schedule === null ? changes : { ...changes, schedule },
    mark,
  )
}

/** The form's field for each setting. */
const fields: Readonly<Partial<Record<keyof DigestSettings, keyof DigestDraft>>> = {
  name: 'name',
  schedule: 'days',
  sections: 'sections',
  filters: 'filters',
  evaluations: 'evaluations',
  alerts: 'alerts',
}

/** Only the problems of visible fields. */
function errorsAtFields(form: DigestForm, problems: readonly SettingsProblem[]): DigestErrors {
  return Object.fromEntries(
    problems.flatMap(({ field, sentence }) => {
      const at = field === null ? undefined : fields[field]
      return at === undefined || !isShown(at, form) ? [] : [[at, sentence]]
    }),
  )
}

function sentencesOf(problems: readonly SettingsProblem[]): string {
  return problems.map(({ sentence }) => sentence).join('\n')
}

async function listsOf(channel: string, workspace: Workspace): Promise<FilterLists | null> {
  const scope = await channelScope(workspace, { team: workspace.team, channel })
  return filterListsInTime(workspace, scope.workspace, listsWait.answeringForm)
}

async function suggest(
  { actionId, typed, user, view }: InForm<OptionsQuery>,
  workspace: Workspace,
): Promise<readonly Option[]> {
  if (actionId === fieldActionId('timeZone')) return zoneOptions(typed, await ownZone(workspace, user))
  const isEngines = actionId === fieldActionId('engines')
  if (!isEngines && actionId !== fieldActionId('brands')) return []
  const lists = await listsOf(readForm(view).metadata.channel, workspace)
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
