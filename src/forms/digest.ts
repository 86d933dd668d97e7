import { digestFormCallbackId, digestModal, readDigestForm } from '../blocks/digests/digest-form.ts'
import { digestSaved } from '../blocks/digests/digest-saved.ts'
import { fieldActionId } from '../blocks/forms/fields.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { unusedName } from '../digests/manage/digest-name.ts'
import { type DigestInput, parseDigestForm } from '../digests/manage/digest-parse.ts'
import { createDigest, nextRunsShown, type SavedDigest, updateDigest } from '../digests/manage/manage.ts'
import { redrawHome } from '../home/index.ts'
import { withOutcome } from '../lib/outcome.ts'
import { Problem } from '../lib/problem.ts'
import type {
  DigestDraft,
  DigestErrors,
  DigestForm,
  DigestFormMetadata,
  DigestPlace,
} from '../model/digest.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import type { OptionsQuery, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type DigestSettings, defaultSettings } from '../store/index.ts'
import type { Form } from './form.ts'
import { zoneOptions } from './options.ts'

/** Creates or changes a digest, after checking all fields. */
export const digestForm: Form = {
  callbackId: digestFormCallbackId,
  who: 'changers',
  submit,
  again: (view, notice) => digestModal(formOf(view), { notice }),
  suggest,
}

const nothingSaved = 'Nothing was saved; what you entered is below.'

async function submit({ team, user, view }: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const form = formOf(view)
  const { metadata, draft, fixed } = form
  const refused = (errors: DigestErrors): SubmissionAnswer => ({
    kind: 'errors',
    errors,
    again: digestModal(form, { errors }),
  })
  const parsed = parseDigestForm(draft, fixed !== null)
  if (!parsed.ok) return refused(parsed.errors)
  const saved = await save(
    workspace,
    { team, user, channel: metadata.channel },
    metadata,
    parsed.input,
  ).catch((error: unknown) => {
    throw withOutcome(error, nothingSaved)
  })
  if (!saved.ok) {
    const errors = errorsAtFields(saved.problems)
    if (Object.keys(errors).length > 0) return refused(errors)
    const sentences = saved.problems.map(({ sentence }) => sentence)
    const notice = { sentence: [...sentences, nothingSaved].join('\n'), reference: null }
    // Saving again overwrites the other change.
    const again = saved.mark === undefined ? form : { ...form, metadata: { ...metadata, mark: saved.mark } }
    return { kind: 'show', view: digestModal(again, { notice }) }
  }
  const [digest] = await describeDigests(
    workspace,
    [saved.subscription],
    workspace.clock.now(),
    nextRunsShown,
  )
  if (digest === undefined) throw new Problem('digest_gone', 'This digest was deleted meanwhile.')
  return {
    kind: 'show',
    view: digestSaved({
      digest,
      isNew: metadata.subscriptionId === null,
      shared: metadata.shared === true,
    }),
    after: () => redrawHome(workspace),
  }
}

async function save(
  workspace: Workspace,
  place: DigestPlace,
  { subscriptionId, mark, once }: DigestFormMetadata,
  { schedule, name, ...input }: DigestInput,
): Promise<SavedDigest> {
  if (subscriptionId === null) {
    if (schedule === null) throw new Error('a new digest has a schedule')
    const saveName = name === '' ? await unusedName(workspace, place, { ...input, schedule }, null) : name
    return createDigest(workspace, place, { ...defaultSettings, ...input, schedule, name: saveName }, once)
  }
  const saveName =
    name === '' && schedule !== null
      ? await unusedName(workspace, place, { ...input, schedule }, subscriptionId)
      : name
  const changes = { ...input, name: saveName, ...(schedule === null ? {} : { schedule }) }
  return updateDigest(workspace, place, subscriptionId, changes, mark)
}

/** The form's field for each setting. */
const fields: Readonly<Partial<Record<keyof DigestSettings, keyof DigestDraft>>> = {
  name: 'name',
  schedule: 'days',
  sections: 'sections',
  filters: 'filters',
  noiseBand: 'noiseBand',
  evaluations: 'evaluations',
  alerts: 'alerts',
}

function errorsAtFields(problems: Extract<SavedDigest, { ok: false }>['problems']): DigestErrors {
  return Object.fromEntries(
    problems.flatMap(({ field, sentence }) => {
      const at = field === null ? undefined : fields[field]
      return at === undefined ? [] : [[at, sentence]]
    }),
  )
}

async function suggest(
  { actionId, typed, user }: OptionsQuery,
  workspace: Workspace,
): Promise<readonly Option[]> {
  if (actionId !== fieldActionId('timeZone')) return []
  const zone = (await workspace.people.person(user))?.timeZone ?? null
  return zoneOptions(typed, zone === null ? [] : [{ text: `${zone} (yours)`, value: zone }])
}

/** The form with the entered values. */
function formOf(view: ViewState): DigestForm {
  const form = readDigestForm(view)
  if (form === null)
    throw new Problem(
      'form_unreadable',
      'This form can no longer be read. Close it, and type /sightline digest again.',
    )
  return form
}
