import type { Message, ModalView } from '../model/message.ts'
import { type Caller, changesSomething, type Plan } from '../slack/plan.ts'
import type { SlashCommand } from '../slack/port.ts'
import type { Identity } from '../slack/receive/access.ts'
import type { Workspace } from '../slack/workspace.ts'
import { accountsVerb } from './accounts.ts'
import { actionsVerb } from './act/actions.ts'
import { notesVerb, noteVerb } from './act/notes.ts'
import { reviewVerb } from './act/review.ts'
import { tasksVerb, taskVerb } from './act/tasks.ts'
import { enginesVerb, gapsVerb, topicsVerb } from './breakdowns.ts'
import { collectsVerb } from './collects.ts'
import { connectVerb, disconnectVerb } from './connect.ts'
import { digestVerb } from './digest.ts'
import { doctorVerb } from './doctor.ts'
import { evaluationVerb } from './evaluation.ts'
import { filtersVerb } from './filters.ts'
import { helpVerb } from './help.ts'
import { redditVerb } from './reddit.ts'
import { setupVerb, statusVerb } from './settings.ts'
import { createRegistry, type Registry } from './verb.ts'
import { visibilityVerb, whyVerb } from './visibility.ts'

/** Everything that `/sightline` understands, in help's order. A new verb needs one file, and one line here. */
export const commands: Registry = createRegistry([
  helpVerb(() => commands),
  visibilityVerb,
  whyVerb,
  redditVerb,
  enginesVerb,
  topicsVerb,
  gapsVerb,
  evaluationVerb,
  collectsVerb,
  filtersVerb,
  actionsVerb,
  tasksVerb,
  reviewVerb,
  taskVerb,
  noteVerb,
  notesVerb,
  digestVerb,
  setupVerb,
  statusVerb,
  accountsVerb,
  doctorVerb,
  connectVerb,
  disconnectVerb,
])

type WorkPlan = Extract<Plan, { kind: 'work' }>
type ModalPlan = Extract<Plan, { kind: 'modal' }>

/**
 * Runs a typed command. @returns `null` for a repeated delivery, which was already answered
 * @param onStart called once it is certain that this isn't a repeated delivery
 * @throws {Problem} if the caller isn't permitted
 */
export async function runTyped(
  plan: WorkPlan,
  command: SlashCommand,
  identify: () => Promise<Identity>,
  workspace: Workspace,
  onStart: () => void,
): Promise<Message | null> {
  if (changesSomething(plan) && !(await workspace.first(command))) return null
  onStart()
  const { outside } = await identify()
  return runPlan(plan, { ...command, outside }, workspace)
}

/** @throws {Problem} if the caller isn't permitted */
export async function runPlan(plan: WorkPlan, caller: Caller, workspace: Workspace): Promise<Message> {
  await workspace.access.require(plan.who, caller, plan.verb)
  return plan.run(caller, workspace)
}

/** @throws {Problem} if the caller isn't permitted */
export async function formOf(plan: ModalPlan, caller: Caller, workspace: Workspace): Promise<ModalView> {
  await workspace.access.require(plan.who, caller, plan.verb)
  return plan.form(caller, workspace)
}
