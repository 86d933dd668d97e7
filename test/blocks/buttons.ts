import type { Button } from '@slack/types'
import { type Action, decode } from '../../src/blocks/kit/codec.ts'
import type { Block } from '../../src/model/message.ts'

/** The buttons between a message's blocks. */
export const buttonsIn = (blocks: readonly Block[]): readonly Button[] =>
  blocks
    .flatMap((block) => (block.type === 'actions' ? block.elements : []))
    .filter((element) => element.type === 'button')

/** What a button does; `null`: it isn't ours. */
export function actionOf({ action_id: id = '', value = '' }: Button): Action | null {
  const decoded = decode(id, value)
  return decoded.ok ? decoded.action : null
}
