import type { Action, ActionKind } from '../../src/blocks/kit/codec.ts'

/** What buttons are about. */
interface Subjects {
  readonly organizationId: string
  readonly workspaceId: string
  readonly resultId: string
  readonly taskId: string
  readonly evaluationId: string
  readonly subscriptionId: string
  readonly deliveryId: string
  readonly noteId: string
  readonly channel: string
  readonly text?: string
  readonly page?: number
}

/** One button of each kind. A new one is added here, and so tried by those without access. */
export function everyButton(subjects: Subjects): Readonly<Record<ActionKind, Action>> {
  const { organizationId, workspaceId, resultId, taskId, evaluationId, subscriptionId } = subjects
  const { deliveryId, noteId, channel, text = 'visibility', page = 1 } = subjects
  const ref = { organizationId, workspaceId, resultId }
  const task = { ...ref, taskId }
  const digest = { id: subscriptionId }
  const evaluation = { organizationId, workspaceId, evaluationId }
  return {
    create_task: { kind: 'create_task', ...ref },
    create_task_again: { kind: 'create_task_again', ...task },
    check_task: { kind: 'check_task', ...ref },
    confirm_task: { kind: 'confirm_task', ...task },
    view_brief: { kind: 'view_brief', ...ref, briefId: null, page },
    view_task_brief: { kind: 'view_task_brief', ...task },
    mark_done: { kind: 'mark_done', ...task, page: null },
    reopen_task: { kind: 'reopen_task', ...task, page: null },
    task_story: { kind: 'task_story', ...task },
    change_aim: { kind: 'change_aim', ...ref, page: null },
    note_edit: { kind: 'note_edit', noteId },
    tasks_page: { kind: 'tasks_page', page },
    tasks_export: { kind: 'tasks_export' },
    watch_evaluation: { kind: 'watch_evaluation', ...evaluation },
    unwatch_evaluation: { kind: 'unwatch_evaluation', ...evaluation },
    digest_edit: { kind: 'digest_edit', ...digest },
    digest_pause: { kind: 'digest_pause', ...digest },
    digest_resume: { kind: 'digest_resume', ...digest },
    digest_delete: { kind: 'digest_delete', ...digest },
    digest_delete_ask: { kind: 'digest_delete_ask', ...digest },
    digest_test: { kind: 'digest_test', ...digest },
    digest_alerts_off: { kind: 'digest_alerts_off', ...digest },
    digest_now: { kind: 'digest_now', ...digest },
    digest_add: { kind: 'digest_add' },
    first_digest: { kind: 'first_digest' },
    digest_history: { kind: 'digest_history', of: subscriptionId, page },
    adopt_digest: { kind: 'adopt_digest', ...digest },
    post_again: { kind: 'post_again', deliveryId },
    digests_restore: { kind: 'digests_restore' },
    home_page: { kind: 'home_page', page },
    choose_channel: { kind: 'choose_channel' },
    run_verb: { kind: 'run_verb', text },
    use_channel: { kind: 'use_channel', channel, question: text },
    share: { kind: 'share', text },
    filter: { kind: 'filter', text },
    csv: { kind: 'csv', text },
    review_csv: { kind: 'review_csv', text: 'review' },
    how_sure: { kind: 'how_sure', text },
    more: { kind: 'more', text, from: page },
    why: { kind: 'why', text },
  }
}
