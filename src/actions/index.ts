import type { Who } from '../access/who.ts'
import { type Action, decode } from '../blocks/codec.ts'
import { Problem } from '../problem.ts'
import type { Answer, Click } from '../slack/port.ts'
import { adoptDigestAction } from './adopt-digest.ts'
import { checkTaskAction, confirmTaskAction } from './check-task.ts'
import { chooseChannelAction } from './choose-channel.ts'
import { createTaskAction } from './create-task.ts'
import { csvAction } from './csv.ts'
import type { ActionDeps, ActionHandler } from './deps.ts'
import {
  addDigestAction,
  alertsOffAction,
  deleteDigestAction,
  digestHistoryAction,
  editDigestAction,
  pauseDigestAction,
  postDigestNowAction,
  postTestAction,
  resumeDigestAction,
  testDigestAction,
} from './digest-controls.ts'
import { filterAction } from './filter.ts'
import { homePageAction } from './home-page.ts'
import { moreAction } from './more.ts'
import { postAgainAction } from './post-again.ts'
import { restoreDigestsAction } from './restore-digests.ts'
import { runVerbAction } from './run-verb.ts'
import { shareAction } from './share.ts'
import { tasksPageAction } from './tasks-page.ts'
import { viewBriefAction } from './view-brief.ts'
import { unwatchEvaluationAction, watchEvaluationAction } from './watch-evaluation.ts'

type Buttons = {
  readonly [Kind in Action['kind']]: {
    readonly who: Who
    readonly run: ActionHandler<Extract<Action, { kind: Kind }>>
  }
}

/** Every button of ours, and who may use it; the type makes sure that none is forgotten. */
const buttons: Buttons = {
  create_task: { who: 'changers', run: createTaskAction },
  create_task_again: { who: 'changers', run: createTaskAction },
  check_task: { who: 'readers', run: checkTaskAction },
  confirm_task: { who: 'changers', run: confirmTaskAction },
  view_brief: { who: 'readers', run: viewBriefAction },
  view_task_brief: { who: 'readers', run: viewBriefAction },
  tasks_page: { who: 'readers', run: tasksPageAction },
  watch_evaluation: { who: 'readers', run: watchEvaluationAction },
  unwatch_evaluation: { who: 'readers', run: unwatchEvaluationAction },
  digest_edit: { who: 'changers', run: editDigestAction },
  digest_pause: { who: 'changers', run: pauseDigestAction },
  digest_resume: { who: 'changers', run: resumeDigestAction },
  digest_delete: { who: 'changers', run: deleteDigestAction },
  digest_test: { who: 'readers', run: testDigestAction },
  digest_test_post: { who: 'changers', run: postTestAction },
  digest_alerts_off: { who: 'changers', run: alertsOffAction },
  digest_now: { who: 'changers', run: postDigestNowAction },
  digest_add: { who: 'changers', run: addDigestAction },
  digest_history: { who: 'readers', run: digestHistoryAction },
  adopt_digest: { who: 'changers', run: adoptDigestAction },
  post_again: { who: 'changers', run: postAgainAction },
  digests_restore: { who: 'changers', run: restoreDigestsAction },
  home_page: { who: 'readers', run: homePageAction },
  choose_channel: { who: 'changers', run: chooseChannelAction },
  // What it runs is checked as if it were typed.
  run_verb: { who: 'anyone', run: runVerbAction },
  share: { who: 'readers', run: shareAction },
  filter: { who: 'readers', run: filterAction },
  csv: { who: 'readers', run: csvAction },
  more: { who: 'readers', run: moreAction },
}

/** What readers may do, and others see or a reader is told later: done twice, it would be there twice. */
const leavesMarks: ReadonlySet<Action['kind']> = new Set([
  'share',
  'csv',
  'watch_evaluation',
  'unwatch_evaluation',
])

/** Whether it may be done only once, whoever delivers the click again to whichever replica. */
function isOnce(action: Action, who: Who, deps: ActionDeps): boolean {
  if (action.kind === 'run_verb') return deps.changes(action.text)
  return who === 'changers' || leavesMarks.has(action.kind)
}

/** Reads a click and does what its button says. Elements that are not ours (a link, a table's own controls) do nothing. */
export function createActions(deps: ActionDeps): (click: Click, answer: Answer) => Promise<void> {
  return async (click, answer) => {
    const decoded = decode(click.actionId, click.value)
    if (decoded.ok) {
      // The table's type pairs each kind with its handler; TypeScript can't follow that through an index.
      const { who, run } = buttons[decoded.action.kind] as {
        readonly who: Who
        readonly run: ActionHandler<Action>
      }
      const { action } = decoded
      if (isOnce(action, who, deps) && !(await deps.first(click))) return
      await deps.access.require(who, click, action.kind, {
        subject: 'resultId' in action ? action.resultId : null,
        message: click.message?.ts ?? null,
      })
      await run(action, click, answer, deps)
      return
    }
    if (decoded.reason === 'unknown') return
    throw new Problem(
      decoded.reason === 'newer_version' ? 'button_newer' : 'button_unreadable',
      decoded.reason === 'newer_version'
        ? 'This button was made by a newer Sightline than the one that runs now. Try again after the update is finished.'
        : 'This button can no longer be read. Ask again with the command, and use the button of the new message.',
      { suggestion: 'actions' },
    )
  }
}
