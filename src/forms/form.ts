import type { FormProblems } from '../blocks/forms/modal.ts'
import { Problem } from '../lib/problem.ts'
import { type Option, textIn, type ViewState } from '../model/form-values.ts'
import type { ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Click, OptionsQuery, Submission, SubmissionAnswer } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** @param next what to do once the form is closed, with its conjunction. @throws {Problem} if the modal can't be read */
export function readable<State>(state: State | null, next: string): State {
  if (state !== null) return state
  throw new Problem('form_unreadable', `This form can no longer be read. Close it${next}.`)
}

/** The choice in a form's field `channel`; `null`: none yet. */
export function chosenChannel({ values }: ViewState): string | null {
  return textIn(values, 'channel') || null
}

/** Errors are shown at their fields, also when Slack no longer waits for them. */
export type FormAnswer =
  | { readonly kind: 'errors'; readonly errors: Readonly<Record<string, string>> }
  | Exclude<SubmissionAnswer, { kind: 'errors' }>

export type InForm<Asked> = Asked & { readonly view: ViewState }

/** @param isNewest whether nothing was clicked or submitted in the form since: what that leads to isn't drawn over */
type OnClick<Result> = (
  click: InForm<Click>,
  workspace: Workspace,
  isNewest: () => boolean,
) => Promise<Result>

export interface Form {
  readonly callbackId: string
  readonly who: Permission
  /** The channel that the form is about: only people in it may use the form. `null`: none, or none is chosen yet. */
  about(view: ViewState): string | null
  /** The channel is chosen in the form, which shows nothing about it before. */
  readonly choosesChannel?: true
  /** A rejection shows the form `again` with its sentence. */
  submit(submission: Submission, workspace: Workspace): Promise<FormAnswer>
  /** The same form with the entered values and what is wrong. */
  again(view: ViewState, problems: FormProblems, workspace: Workspace): ModalView | Promise<ModalView>
  /** Options of its `external_select`s, for what was typed so far. */
  suggest?(query: InForm<OptionsQuery>, workspace: Workspace): Promise<readonly Option[]>
  /** A click inside the form, for example on "Add another"; usually updates the modal. */
  click?: OnClick<void>
  /** What a click opens on top of the form, at once: Slack allows three seconds for that. `null`: nothing. */
  onTop?(
    click: Pick<InForm<Click>, 'actionId' | 'view'>,
  ): { readonly title: string; readonly content: OnClick<ModalView> } | null
}
