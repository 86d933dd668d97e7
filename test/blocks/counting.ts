/** What a message shows, and what it says that it doesn't show. */
import { isTable } from '../../src/blocks/kit/block-text.ts'
import type { Block } from '../../src/model/message.ts'

/** Rows of tables, without their headings. */
export const rows = (blocks: readonly Block[]) =>
  blocks.reduce((sum, block) => sum + (isTable(block) ? block.rows.length - 1 : 0), 0)

/** The number in these words, for example `7` in "7 more brands not shown."; 0 if absent. */
export const countIn = (words: string, pattern: RegExp) =>
  Number((pattern.exec(words)?.[1] ?? '0').replaceAll(',', ''))
