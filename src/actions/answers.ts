import { SOURCES } from '../api/index.ts'
import { evaluationAnswer, watchStarted, watchStopped } from '../blocks/evaluations/evaluation.ts'
import { doneModal } from '../blocks/forms/modal.ts'
import { askToShare } from '../blocks/kit/elements.ts'
import { noteFormTitle, noteModal } from '../blocks/notes/notes.ts'
import { filterModal, filterTitle } from '../blocks/visibility/filter-form.ts'
import { howSureModal, howSureTitle } from '../blocks/visibility/how-sure.ts'
import { moreStandings } from '../blocks/visibility/visibility.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { sendReviewFile } from '../commands/act/review.ts'
import { answerTo, planText } from '../commands/free-text/ask.ts'
import { answerWhy, clickedQuestion, clickedReport, sendVisibilityFile } from '../commands/visibility.ts'
import { ofWeek } from '../insights/market.ts'
import { inNames } from '../model/question.ts'
import { periodText } from '../questions/question-text.ts'
import { withNames } from '../questions/read.ts'
import { startWatching, stopWatching, watchDays } from '../watches/watches.ts'
import { marketOfAnswer } from '../weeks/report.ts'
import { listAddressOf } from './digests.ts'
import { type ActionHandler, callerOf, type ModalButton, type Reply } from './handler.ts'

/**
 * Shares an ephemeral answer: posts it in the channel, with the name of the person who shared it. Where other companies
 * would read it, asks first: a review is also kept in the channel's canvas.
 */
export const shareAction: ActionHandler<'share'> = async ({ text, anyway }, { click, answer, workspace }) => {
  const progress = answer.withProgress()
  const channel = click.channel ?? ''
  const isShared = anyway === true ? false : await workspace.isShared(channel)
  if (isShared !== false) return progress.ephemeral(askToShare(channel, text, isShared === true))
  const message = await answerTo(text, { ...callerOf(click), shares: true }, workspace)
  await progress.inChannel(message)
}

export const runVerbAction: ActionHandler<'run_verb'> = async (
  { text, inPlace },
  { click, answer, workspace },
) => {
  // A message that everyone can read stays: the answer is only for the person who clicked.
  const replace = inPlace === true && click.message?.ephemeral !== false
  const progress = answer.withProgress(replace)
  // “Try again” may have people's own words.
  const plan = planText(text)
  const message = await answerTo(text, callerOf(click), workspace, plan)
  const isForChannel = plan.kind === 'work' && plan.isForChannel === true
  if (isForChannel) await progress.inChannel(message)
  // “Try again”, or the line in its place, must not stay.
  if (replace || !isForChannel) await progress.ephemeral(message, { replace })
}

/** Sends the rows that did not fit, as another ephemeral message. */
export const moreReply: Reply<'more'> = async ({ text, from }, click, workspace) =>
  moreStandings(await clickedReport(text, callerOf(click), workspace), from, text, clickedQuestion(text))

/** Splits the change that an answer shows, for the person who clicked. */
export const whyReply: Reply<'why'> = async ({ text }, click, workspace) =>
  answerWhy(clickedQuestion(text), callerOf(click), workspace)

/** The margins of an answer's figures, and how Sightline reads the numbers. */
export const howSureButton: ModalButton<'how_sure'> = {
  title: howSureTitle,
  content: async ({ text }, click, workspace) => {
    const report = await clickedReport(text, callerOf(click), workspace)
    const { analysis } = await channelScope(workspace, { team: click.team, channel: click.channel ?? '' })
    const market = await marketOfAnswer(workspace, { scope: analysis, ...report }, report.period)
    const week = ofWeek(market, report)
    const readings = week ? [...week.brands.values()] : []
    const known = market && { weeks: market.weeks.length, readings }
    return howSureModal(report, known)
  },
}

export const filterButton: ModalButton<'filter'> = {
  title: filterTitle,
  content: async ({ text }, { team, channel, message, responseAddress }, workspace) => {
    const question = clickedQuestion(text)
    const { metric, relation } = question
    const scope = await channelScope(workspace, { team, channel: channel ?? '' })
    const { engines, brands, filters } = withNames(question, scope.filterNames)
    const lists = await filterListsInTime(workspace, scope.workspace, listsWait.openingForm)
    return filterModal({
      metadata: {
        channel: channel ?? '',
        workspace: scope.workspace,
        responseAddress,
        threadTs: message?.threadTs ?? null,
        replaces: message?.ephemeral === true,
        open: false,
        asked: { ...(metric && { metric }), ...(relation && { relation }) },
      },
      draft: { period: periodText(question), engines, brands, filters: inNames(filters) },
      engines: lists?.engines ?? SOURCES,
      brands: lists?.brands ?? null,
    })
  },
}

export const csvReply: Reply<'csv'> = ({ text }, click, workspace) =>
  sendVisibilityFile(text, callerOf(click), workspace)

export const reviewCsvReply: Reply<'review_csv'> = ({ text }, click, workspace) =>
  sendReviewFile(text, callerOf(click), workspace)

/** "Notify me when it’s done": the person gets one direct message then. */
export const watchEvaluationReply: Reply<'watch_evaluation'> = async (
  { kind: _, ...ref },
  { team, user, channel },
  workspace,
) => {
  const evaluation = await startWatching(workspace, { team, user, ...ref }, channel ?? '')
  if (!evaluation?.isFinal) return watchStarted(evaluation?.name ?? null, ref, watchDays)
  const command = `evaluation ${ref.evaluationId}`
  return evaluationAnswer(evaluation, { ref, watching: false, shareable: true, command })
}

export const unwatchEvaluationAction: ActionHandler<'unwatch_evaluation'> = async (
  { kind: _, ...ref },
  { click: { team, user, channel }, answer, workspace },
) => {
  await stopWatching(workspace, { team, user, ...ref }, channel ?? '')
  await answer.ephemeral(watchStopped(ref))
}

export const editNoteButton: ModalButton<'note_edit'> = {
  title: noteFormTitle,
  content: async ({ noteId }, click, { store }) => {
    const { team, channel } = click
    const note = channel === null ? null : await store.notes.get({ team, channel, id: noteId })
    if (note === null) return doneModal(noteFormTitle, 'This note has been removed.')
    const { channel: where, day, text, editedAt } = note
    const place = { noteId, channel: where, listAddress: listAddressOf(click), editedAt }
    return noteModal({ place, day, text })
  },
}
