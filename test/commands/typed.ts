import { commands } from '../../src/commands/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Caller } from '../../src/slack/plan.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { renderBlocks } from '../blocks/render.ts'

/** The notification's text and all blocks. */
export const wordsOf = ({ text, blocks }: Message) => `${text}\n${renderBlocks(blocks)}`

/** The answer to a command that opens no form. */
export async function answered(text: string, caller: Caller, workspace: Workspace): Promise<Message> {
  const plan = commands.plan(text)
  if (plan.kind === 'instant') return plan.answer(new Map())
  if (plan.kind === 'modal') throw new Error(`“${text}” opens a form`)
  return plan.run(caller, workspace)
}
