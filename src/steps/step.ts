import type { Permission } from '../model/permission.ts'
import type { Caller } from '../slack/plan.ts'
import type { StepResult } from '../slack/port.ts'
import type { RunInBackground } from '../slack/steps.ts'
import type { Workspace } from '../slack/workspace.ts'

/** What a step gives to the workflow, by the names in `manifest.yml`. */
export type Outputs = Extract<StepResult, { ok: true }>['outputs']

/** What a step of Slack's Workflow Builder does. */
export interface Step {
  readonly who: Permission
  /**
   * A rejection ends the step with its sentence.
   * @param caller who runs the workflow, and the channel that the step is about
   * @param input returns one of the step's inputs by its name; empty if the workflow gives none
   * @param inBackground runs work that the workflow doesn't wait for
   */
  run(
    caller: Caller,
    input: (name: string) => string,
    workspace: Workspace,
    inBackground: RunInBackground,
  ): Promise<Outputs>
}
