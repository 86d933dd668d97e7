import type { Action } from '../blocks/kit/codec.ts'
import { currentReference } from '../lib/telemetry.ts'
import type { Message, ModalView } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { TaskClick } from '../store/index.ts'

export type ActionOf<Kind extends Action['kind']> = Extract<Action, { kind: Kind }>

interface ClickContext {
  readonly click: Click
  readonly answer: Answer
  readonly workspace: Workspace
}

/** What a button does. A rejection becomes a sentence for the person who clicked. */
export type Handler<A extends Action> = (action: A, context: ClickContext) => Promise<void>
export type ActionHandler<Kind extends Action['kind']> = Handler<ActionOf<Kind>>

/** A button whose answer only the person who clicked sees. It may take a while. */
export type Reply<Kind extends Action['kind']> = (
  action: ActionOf<Kind>,
  click: Click,
  workspace: Workspace,
) => Promise<Message>

export interface ModalButton<Kind extends Action['kind']> {
  readonly title: string
  /** Where it opens; omitted: everywhere. */
  readonly opens?: (click: Placed<Click>) => boolean
  /** Above the modal that was clicked. */
  readonly onTop?: true
  /** The id of the modal to fill again; `null` or omitted: a new one opens. */
  readonly within?: (click: Placed<Click>) => string | null
  /** A rejection becomes a sentence in the modal. */
  readonly content: (action: ActionOf<Kind>, click: Click, workspace: Workspace) => Promise<ModalView>
}

/** A modal where it opens, a reply elsewhere. */
export interface ModalOrReply<Kind extends Action['kind']> {
  readonly modal: ModalButton<Kind>
  readonly reply: Reply<Kind>
}

type Clicker = Pick<Click, 'team' | 'channel' | 'user' | 'outside' | 'presence'>

export function callerOf({ team, channel, user, outside, presence }: Clicker): Caller {
  return { team, channel: channel ?? '', user, outside, presence }
}

/** The click as the store records it with a change of a task. @param channel of the task, for a click on the Home tab */
export function taskClickOf({ user, channel, message }: Click, taskChannel = ''): TaskClick {
  const messageTs = message?.ts ?? null
  return { by: user, channel: channel ?? taskChannel, messageTs, reference: currentReference() }
}

/** Replaces the clicked question with the answer, for everybody. If that fails, only the person who clicked gets it. */
export async function answerInPlace(
  { poster, log }: Pick<Workspace, 'poster' | 'log'>,
  { team, message }: Click,
  answer: Answer,
  content: Message,
): Promise<void> {
  if (message !== null && !message.ephemeral) {
    try {
      await poster.update(message, content)
      return
    } catch (error) {
      log.warn('could not replace a question with its answer', { team, channel: message.channel, error })
    }
  }
  await answer.ephemeral(content)
}
