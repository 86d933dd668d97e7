import { SOURCES } from '../api/index.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import {
  brandsActionId,
  type FilterForm,
  type FilterFormMetadata,
  filterCallbackId,
  filterModal,
  moreFiltersId,
  readFilterMetadata,
} from '../blocks/visibility/filter-form.ts'
import { filterDraft } from '../blocks/visibility/filter-values.ts'
import { filterListsInTime, listsWait } from '../channels/filter-lists.ts'
import { channelScope } from '../channels/scope.ts'
import { answerTo } from '../commands/run.ts'
import { Problem, report } from '../lib/problem.ts'
import type { Option, ViewState } from '../model/form-values.ts'
import type { OptionsQuery, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { readFilters } from './filter-parse.ts'
import type { Form } from './form.ts'
import { nameOptions } from './options.ts'

export const filterForm: Form = {
  callbackId: filterCallbackId,
  who: 'readers',
  about: (view) => metadataOf(view).channel,
  submit,
  again: async (view, notice, workspace) => filterModal(await formOf(view, workspace), { notice }),
  suggest,
  click: async ({ view, actionId }, workspace) => {
    if (view === null || actionId !== moreFiltersId) return
    const form = await formOf(view, workspace)
    const metadata = { ...form.metadata, open: true }
    await workspace.modals.update(view.id, filterModal({ ...form, metadata }))
  },
}

async function submit(submission: Submission, workspace: Workspace): Promise<SubmissionAnswer> {
  const { team, view } = submission
  const { store, defaults, clock } = workspace
  const metadata = metadataOf(view)
  const { timeZone, filterNames } = await channelScope(store, defaults, team, metadata.channel)
  const parsed = readFilters(filterDraft(view.values), clock.now(), timeZone, filterNames, metadata.asked)
  if (parsed.ok) return { kind: 'close', after: () => show(parsed.text, submission, metadata, workspace) }
  const { errors } = parsed
  return { kind: 'errors', errors, again: filterModal(await formOf(view, workspace), { errors }) }
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
  { actionId, typed, view }: OptionsQuery,
  workspace: Workspace,
): Promise<readonly Option[]> {
  if (actionId !== brandsActionId || view === null) return []
  const lists = await filterListsInTime(workspace, metadataOf(view).workspace, listsWait.answeringForm)
  return nameOptions(lists?.brands ?? [], typed)
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

function metadataOf(view: ViewState): FilterFormMetadata {
  const metadata = readFilterMetadata(view.privateMetadata)
  if (metadata === null)
    throw new Problem(
      'form_unreadable',
      'This form can no longer be read. Close it, and ask again with /sightline visibility.',
    )
  return metadata
}
