import type { FormValues } from '../../src/model/form-values.ts'
import type { ModalView } from '../../src/model/message.ts'
import { entered } from './support.ts'

const elementIds = ({ blocks }: ModalView) =>
  new Map(
    blocks.flatMap((block) => (block.type === 'input' ? [[block.block_id, block.element.action_id]] : [])),
  )

/** The values after a redraw: Slack keeps those of fields whose block and element have the ids they had. */
export function kept(view: ModalView, old: ModalView, entries: FormValues = {}): FormValues {
  const [ids, oldIds] = [elementIds(view), elementIds(old)]
  const before = Object.entries(entered(old, entries)).filter(([id]) => ids.get(id) === oldIds.get(id))
  return { ...entered(view), ...Object.fromEntries(before) }
}
