/**
 * Guards of the outbox that `npm run chaos -- --break <name>` and `npm run storm -- --break <name>` remove, to show that
 * a run notices. Each is a source file, with pieces of it and their replacements. The run's processes load the edited
 * file.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Break {
  readonly what: string
  readonly file: string
  readonly edits: readonly (readonly [find: string, put: string])[]
}

const root = join(import.meta.dirname, '../..')
const deliver = 'src/outbox/deliver.ts'
const table = 'src/store/tables/outbox.ts'

export const outboxBreaks = {
  lookup: {
    what: 'the search for a message of unknown outcome finds nothing',
    file: deliver,
    edits: [
      ['const lookup = await lookUp(workspace, row)\n    if', "const lookup = { kind: 'absent' }\n    if"],
    ],
  },
  fencing: {
    what: 'a process posts a message that another process has taken over',
    file: table,
    edits: [[`AND attempt = \${attempt} AND state IN ('ready', 'unknown')`, `AND attempt >= \${attempt}`]],
  },
  leaving: {
    what: 'a message is sent even after its deadline',
    file: deliver,
    edits: [
      [
        'const maySend = () => clock.now().epochMilliseconds < sendBy\n',
        'const maySend = () => sendBy > 0\n',
      ],
    ],
  },
  waiting: {
    what: 'a message of unknown outcome is looked up before Slack may have it',
    file: deliver,
    edits: [['clock.now().add({ milliseconds })', 'clock.now()']],
  },
  late: {
    what: 'a message is sent however late it is',
    file: deliver,
    edits: [['!deliberate &&\n    row.lateAt !== null &&', '!deliberate &&\n    !row &&']],
  },
  replies: {
    what: 'replies don’t wait until their digest is there',
    file: table,
    edits: [
      ['message, effect, created_at)', 'message, effect, created_at, due_at)'],
      ["              'held',\n", "              'ready',\n"],
      [
        'json(reply.effect),\n              at,\n',
        'json(reply.effect),\n              at,\n              at,\n',
      ],
    ],
  },
  disconnection: {
    what: 'a message fails for good when Slack rejects the token',
    file: deliver,
    edits: [
      [
        'it is back.\n        return later(0, reason)',
        "it is back.\n        return unsent({ why: 'refused', reason })",
      ],
    ],
  },
  telling: {
    what: 'a notice that may not have arrived counts as sent',
    file: 'src/digests/deliver/notice.ts',
    edits: [
      [
        '    const notice = noticeOf(row.about)\n',
        "    if (why === 'unreadable') return { ending: { state: 'skipped', reason } }\n    const notice = noticeOf(row.about)\n",
      ],
    ],
  },
} as const satisfies Record<string, Break>

export type OutboxBreak = keyof typeof outboxBreaks

/** From now on, this process loads the edited file. An earlier version of it stays intact. */
export function remove({ file, edits }: Break): void {
  const url = pathToFileURL(join(root, file)).href
  registerHooks({
    load: (asked, context, next) => {
      const loaded = next(asked, context)
      if (asked !== url) return loaded
      let source = String(loaded.source)
      for (const [find, put] of edits) {
        if (!source.includes(find)) throw new Error(`${file} no longer has ${find}`)
        source = source.replace(find, () => put)
      }
      return { ...loaded, source }
    },
  })
}

/** How often each piece is in its file: once, if the guard is still in its place. */
export function countsIn({ file, edits }: Break): readonly number[] {
  const source = readFileSync(join(root, file), 'utf8')
  return edits.map(([find]) => source.split(find).length - 1)
}
