import { SOURCES } from '../api/index.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import {
  brandsActionId,
  type FilterDraft,
  type FilterErrors,
  type FilterForm,
  type FilterFormMetadata,
  filterCallbackId,
  filterDraft,
  filterModal,
  moreFiltersId,
  readFilterMetadata,
} from '../blocks/visibility/filter-form.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { answerTo } from '../commands/free-text/ask.ts'
import { report } from '../lib/problem.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import { type Asked, listFilters, noFilters, type Question } from '../model/question.ts'
import { readPeriod } from '../questions/period.ts'
import { argsText, emptyArgs, quoted } from '../questions/question-text.ts'
import { type Parsed, readVisibilityText, resolveNames } from '../questions/read.ts'
import type { OptionsQuery, Submission } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { FilterName } from '../store/index.ts'
import { type Form, type FormAnswer, type InForm, readable } from './form.ts'
import { nameOptions } from './options.ts'

export const filterForm: Form = {
  callbackId: filterCallbackId,
  who: 'readers',
  about: (view) => metadataOf(view).channel,
  submit,
  again: async (view, problems, workspace) => filterModal(await formOf(view, workspace), problems),
  suggest,
  click: async ({ view, actionId }, workspace) => {
    if (actionId !== moreFiltersId) return
    const form = await formOf(view, workspace)
    const metadata = { ...form.metadata, open: true }
    await workspace.modals.update(view.id, filterModal({ ...form, metadata }))
  },
}

async function submit(submission: Submission, workspace: Workspace): Promise<FormAnswer> {
  const { team, view } = submission
  const metadata = metadataOf(view)
  const { timeZone, filterNames } = await channelScope(workspace, { team, channel: metadata.channel })
  const now = workspace.clock.now()
  const parsed = readFilterForm(filterDraft(view.values), now, timeZone, filterNames, metadata.asked)
  if (parsed.ok) return { kind: 'close', after: () => show(parsed.text, submission, metadata, workspace) }
  return { kind: 'errors', errors: parsed.errors }
}

/** Answers the narrowed question with an ephemeral message. Replaces an ephemeral answer; an in-channel one stays. */
async function show(
  text: string,
  { team, user, outside, presence }: Submission,
  { channel, responseAddress, threadTs, replaces }: FilterFormMetadata,
  workspace: Workspace,
): Promise<void> {
  const answer = workspace.answerAt({ responseAddress, channel, user, threadTs }).withProgress(replaces)
  try {
    const message = await answerTo(text, { team, channel, user, outside, presence }, workspace)
    await answer.ephemeral(message, { replace: replaces })
  } catch (error) {
    const fields = { team, channel, user, action: filterCallbackId }
    const { sentence, reference } = report(workspace.log, 'a filtered answer failed', error, fields)
    await answer.ephemeral(problemMessage({ sentence, reference, suggestion: text }), { replace: replaces })
  }
}

async function suggest(
  { actionId, typed, view }: InForm<OptionsQuery>,
  workspace: Workspace,
): Promise<readonly Option[]> {
  if (actionId !== brandsActionId) return []
  const lists = await filterListsInTime(workspace, metadataOf(view).workspace, listsWait.answeringForm)
  return nameOptions(lists?.brands ?? null, typed)
}

async function formOf(view: ViewState, workspace: Workspace): Promise<FilterForm> {
  const metadata = metadataOf(view)
  const lists = await filterListsInTime(workspace, metadata.workspace, listsWait.answeringForm)
  return {
    metadata,
    draft: filterDraft(view.values),
    engines: lists?.engines ?? SOURCES,
    brands: lists?.brands ?? null,
  }
}

function metadataOf({ privateMetadata }: ViewState): FilterFormMetadata {
  return readable(readFilterMetadata(privateMetadata), ', and ask again with /sightline visibility')
}

/** Turns the fields into the text of a command. The command's parser checks each field, so both accept the same input. */
export function readFilterForm(
  draft: FilterDraft,
  now: Temporal.Instant,
  timeZone: string,
  names: readonly FilterName[],
  asked: Asked = {},
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly errors: FilterErrors } {
  const { engines, brands, filters } = draft
  const period = readPeriodField(draft.period, now, timeZone)
  const problemOf = (part: Partial<Question>): string | null => {
    const reading = readTyped({ ...emptyArgs, ...part }, names)
    return reading.ok ? null : reading.sentence
  }
  const checks: [keyof FilterErrors, string | null][] = [
    ['period', typeof period === 'string' ? period : null],
    ['engines', problemOf({ engines })],
    ['brands', problemOf({ brands })],
    ...listFilters.map((key): [keyof FilterErrors, string | null] => [
      key,
      problemOf({ filters: { ...noFilters, [key]: filters[key] } }),
    ]),
  ]
  const errors = checks.filter(([, sentence]) => sentence !== null)
  if (typeof period === 'string' || errors.length > 0)
    return { ok: false, errors: Object.fromEntries(errors) as FilterErrors }
  const typed = { ...asked, ...period, engines, brands, filters }
  const resolved = resolveNames(typed, names)
  return { ok: true, text: argsText(resolved.ok ? resolved.args : typed) }
}

function readTyped(typed: Question, names: readonly FilterName[]): Parsed<Question> {
  const reading = readVisibilityText(argsText(typed))
  return reading.ok ? resolveNames(reading.args, names) : reading
}

function readPeriodField(
  text: string,
  now: Temporal.Instant,
  timeZone: string,
): Pick<Question, 'unit' | 'when'> | string {
  const reading = readVisibilityText(text.trim() === '' ? 'visibility' : `visibility period:${quoted(text)}`)
  if (!reading.ok) return reading.sentence
  const { unit, when } = reading.args
  const period = readPeriod(when ?? '', unit, now, timeZone)
  return period.ok ? { unit, when } : period.problem
}
