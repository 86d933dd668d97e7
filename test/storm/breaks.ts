/**
 * Guards of the product that `npm run storm -- --break <name>` removes, to show that a storm notices. Each is a source
 * file, with pieces of it and their replacements. The storm's processes load the edited file. `npm run mutate -- --guards`
 * shows that the tests of the outbox notice, too.
 */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Break {
  readonly what: string
  readonly file: string
  readonly edits: readonly (readonly [find: string, put: string])[]
  /** The first fate of every process, for cases that chance would rarely produce: `BotsOptions.opening`. */
  readonly opening?: string
}

const root = join(import.meta.dirname, '../..')
const deliver = 'src/outbox/deliver.ts'
const table = 'src/store/tables/outbox.ts'

/** A process is killed when Slack has its post, before it can record that. */
const postedUnrecorded = 'kill after POST /api/chat.postMessage of a delivery'
/** No process is killed or paused, so each keeps what it has read. */
const spared = 'none'
const arrived = 'const arrivedAt = performance.now()\n'

export const breaks = {
  lookup: {
    what: 'the search for a message of unknown outcome finds nothing',
    file: deliver,
    edits: [
      ['const lookup = await lookUp(workspace, row)\n    if', "const lookup = { kind: 'absent' }\n    if"],
    ],
    opening: postedUnrecorded,
  },
  fencing: {
    what: 'a process posts a message that another process has taken over',
    file: table,
    edits: [[`AND attempt = \${attempt} AND state IN ('ready', 'unknown')`, `AND attempt >= \${attempt}`]],
    opening: 'stop after insert paces',
  },
  leaving: {
    what: 'a message is sent even after its deadline',
    file: deliver,
    edits: [
      [
        'const maySend = () => workspace.clock.now().epochMilliseconds < sendBy\n',
        'const maySend = () => sendBy > 0\n',
      ],
    ],
    opening: 'stop before POST /api/chat.postMessage of a delivery',
  },
  waiting: {
    what: 'a message of unknown outcome is looked up before Slack may have it',
    file: deliver,
    edits: [['clock.now().add({ milliseconds })', 'clock.now()']],
  },
  late: {
    what: 'a message is sent however late it is',
    file: deliver,
    edits: [['const isLate = () => isPast(row.lateAt)', 'const isLate = () => false']],
  },
  replies: {
    what: 'replies don’t wait until their digest is there',
    file: table,
    edits: [
      ['message, effect, created_at)', 'message, effect, created_at, due_at)'],
      ["'held', 0, 0,", "'ready', 0, 0,"],
      [`              \${at})\`.execute(within)\n`, `              \${at}, \${at})\`.execute(within)\n`],
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
    opening: 'kill before POST /api/chat.postMessage of a notice',
  },
  claim: {
    what: 'every click on “Create task” wins the claim',
    file: 'src/tasks/create.ts',
    edits: [["if (!claim.won) return { outcome: 'taken', state: taskState(claim.task), reference }", '']],
  },
  ack: {
    what: 'a command is acknowledged only when it is answered',
    file: 'src/slack/receive/listeners.ts',
    edits: [
      ['    await ack()\n    if (isRepeated(request.triggerId)) return', ''],
      [
        'const ended = (verb: string | null, outcome: CommandOutcome) => {\n',
        'const ended = (verb: string | null, outcome: CommandOutcome) => {\n      void ack()\n',
      ],
    ],
  },
  tenants: {
    what: 'the first workspace looked up is used for all',
    file: 'src/app/workspaces.ts',
    edits: [['lookups.get(\n        team,', "lookups.get(\n        '',"]],
  },
  signature: {
    what: 'any signature is accepted',
    file: 'src/slack/receive/http-receiver.ts',
    edits: [
      [
        'if (!isSignedBySlack(body, request.headers, signingSecret, wallClock.now().epochMilliseconds)) {',
        'if (false) {',
      ],
    ],
  },
  erase: {
    what: 'the recommendations of a forgotten workspace stay',
    file: 'src/store/erase.ts',
    edits: [["  'tracked_recommendations',\n", '']],
  },
  memory: {
    what: 'each command leaks sixteen megabytes',
    file: 'src/slack/receive/listeners.ts',
    edits: [[arrived, `${arrived}    globalThis.left = [globalThis.left, Buffer.alloc(16_000_000, 1)]\n`]],
  },
  connections: {
    what: 'each command leaks a socket',
    file: 'src/slack/receive/listeners.ts',
    edits: [
      [arrived, `${arrived}    void import('node:dgram').then((udp) => udp.createSocket('udp4').bind())\n`],
    ],
  },
  unhandled: {
    what: 'a few commands leave an unhandled rejection',
    file: 'src/slack/receive/listeners.ts',
    edits: [
      [arrived, `${arrived}    if (Math.random() < 0.05) void Promise.reject(new Error('left behind'))\n`],
    ],
  },
  secrets: {
    what: 'a command prints the encryption key',
    file: 'src/slack/receive/listeners.ts',
    edits: [[arrived, `${arrived}    console.error(process.env.SIGHTLINE_ENCRYPTION_KEY)\n`]],
  },
  unfinished: {
    what: 'a task shown in all its messages stays on the list of tasks to show',
    file: 'src/store/tables/tasks.ts',
    edits: [['SET outdated_since = NULL, update_at = NULL\n', 'SET update_at = NULL\n']],
  },
  alerts: {
    what: 'an alert is repeated at every check while its condition holds',
    file: 'src/digests/alerts/alert-readings.ts',
    edits: [
      ["} else if (before !== 'crossed') {", '} else {'],
      ["const isTurn = before === 'clear' ||", 'const isTurn = before !== undefined ||'],
    ],
  },
  again: {
    what: 'a repeated message about a website evaluation does not say so',
    file: 'src/watches/watches.ts',
    edits: [['again: unknowns > 0', 'again: false']],
    opening: 'kill after POST /api/chat.postMessage',
  },
  saved: {
    what: 'a channel’s settings are reported as saved but are not',
    file: 'src/channels/setup.ts',
    edits: [['save({ team, channel, ...settings }', 'save({ team, channel }']],
  },
  keys: {
    what: 'a process caches an API key forever',
    file: 'src/connections/connection.ts',
    edits: [['const cacheMs = 10_000', 'const cacheMs = 1e12']],
    opening: spared,
  },
  renewal: {
    what: 'every process renews a Slack token, without a lease',
    file: 'src/store/tables/installations.ts',
    edits: [['OR lease_until <= ', "OR lease_until <> '' OR lease_until <= "]],
  },
  tokens: {
    what: 'a renewed Slack token is not recorded',
    file: 'src/slack/send/client.ts',
    edits: [
      ['return await withRetry(clock, () => store.renewed(old, fresh), { forMs: savingMs })', 'return true'],
    ],
    opening: spared,
  },
  mentions: {
    what: 'every event about a message is answered',
    file: 'src/slack/receive/payloads.ts',
    edits: [[' || !isWrittenByPerson(event)) return null', ') return null']],
  },
  reviews: {
    what: 'a review lists the tasks of every workspace',
    file: 'src/store/tables/tasks.ts',
    edits: [[`sql\`team_id = \${team} AND channel_id`, `sql\`'' <> \${team} AND channel_id`]],
  },
  steps: {
    what: 'a workflow step runs each time Slack delivers it',
    file: 'src/steps/index.ts',
    edits: [['key: id,', 'key: id + String(now),']],
  },
  interrupted: {
    what: 'a workflow step is not ended after its process was killed',
    file: 'src/steps/index.ts',
    edits: [['reportOf(workspace.endStep, row.channel, storedResult(row))', "({ skip: 'no_longer_so' })"]],
    opening: 'kill before POST /api/functions.completeSuccess',
  },
  calls: {
    what: 'a call of a tool that fails has an empty answer',
    file: 'src/mcp/call.ts',
    edits: [["return { isError: true, content: [{ type: 'text', text }] }", 'return { content: [] }']],
  },
  tools: {
    what: 'the tool that proposes a task creates it',
    file: 'src/mcp/tools.ts',
    edits: [
      [
        'message: await confirmTask(',
        'created: await channelScope(workspace, caller).then(({ workspace: at }) => workspace.api.createTask(at, id.resultId)),\n        message: await confirmTask(',
      ],
    ],
  },
  silence: {
    what: 'a command’s answer is not sent',
    file: 'src/slack/receive/listeners.ts',
    edits: [[': answer.ephemeral(message)', ': undefined']],
  },
} as const satisfies Record<string, Break>

export type BreakName = keyof typeof breaks

/** From now on, this process loads the edited file. An earlier version of it stays intact. */
export function remove(broken: Break): void {
  const url = pathToFileURL(join(root, broken.file)).href
  registerHooks({
    load: (asked, context, next) => {
      const loaded = next(asked, context)
      return asked === url ? { ...loaded, source: without(broken, String(loaded.source)) } : loaded
    },
  })
}

/** The file’s source without the guard. */
export function without({ file, edits }: Break, source: string): string {
  return edits.reduce((edited, [find, put]) => {
    if (!edited.includes(find)) throw new Error(`${file} no longer has ${find}`)
    return edited.replace(find, () => put)
  }, source)
}

/** How often each piece is in its file: once, if the guard is still in its place. */
export function countsIn({ file, edits }: Break): readonly number[] {
  const source = readFileSync(join(root, file), 'utf8')
  return edits.map(([find]) => source.split(find).length - 1)
}
