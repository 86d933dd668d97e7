/** The demo's terminal output. */
import { renderMessage } from '../slack/terminal.ts'
import type { Stage } from './model.ts'
import type { TourStep } from './tour.ts'

const width = () => Math.min(process.stdout.columns ?? 100, 110)
const color = () => process.stdout.isTTY === true && process.stdout.hasColors()

const say = (text = '') => process.stdout.write(`${text}\n`)
const bold = (text: string) => (color() ? `\u001b[1m${text}\u001b[0m` : text)

export function printWelcome({ service, slack, clock, timeZone }: Stage): void {
  const now = clock.now().toZonedDateTimeISO(timeZone)
  say(bold('Sightline demo'))
  say(`  Slack sandbox           ${slack.url}`)
  say(`  Analytics service       ${service.baseUrl} and ${service.searchBaseUrl}`)
  say('  Bot                     connected in Socket Mode, data in a temporary folder')
  say(
    `  Sandbox time            ${now.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })}, ${timeZone}`,
  )
  say()
}

export function printDemo({ slack }: Stage): void {
  say(bold(`Open ${slack.url} and try it:`))
  say('  type /sightline help, click "Create task", switch users, jump to the next digest.')
  say('  Press Ctrl-C to stop. Nothing is kept.')
}

/** The blocks already printed for each message, by `ts`. When a message is printed again, only new blocks are shown. */
const seen = new Map<string, ReadonlySet<string>>()

/** Maximum lines of the digest, another message, and a thread reply; maximum replies. The tour then fits 150 lines. */
const most = { digest: 28, answer: 20, reply: 7, replies: 3 }

/** Prints a shortened step, so that the whole tour can be read in two minutes. The page shows everything. */
export function printStep(stage: Stage, step: TourStep): void {
  const { slack } = stage
  const names = (id: string) => {
    const channel = slack.channels.get(id)
    return slack.users.get(id)?.realName ?? (channel === undefined ? id : `#${channel.name}`)
  }
  const who = step.user === null ? names(step.channel) : names(step.user)
  say(bold(`── ${step.name} · ${who}: ${step.request} `.padEnd(width(), '─')))
  const replies = step.messages.filter(({ thread_ts }) => thread_ts !== null)
  const hidden = replies.slice(most.replies)
  for (const message of step.messages) {
    if (hidden.includes(message)) continue
    const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(Number(message.ts) * 1000))
    const before = seen.get(message.ts) ?? new Set()
    const blocks = message.blocks.filter((block) => !before.has(content(block)))
    seen.set(message.ts, new Set(message.blocks.map(content)))
    const isReply = message.thread_ts !== null
    const text = renderMessage(
      {
        user: 'U0SIGHTLINE',
        text: message.text,
        blocks,
        ephemeral: message.ephemeral,
        thread: isReply,
        time: time.toZonedDateTimeISO(stage.timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
      },
      {
        width: width(),
        names,
        now: stage.clock.now().epochMilliseconds,
        timeZone: stage.timeZone,
      },
    )
    const limit = isReply ? most.reply : step.user === null ? most.digest : most.answer
    say(folded(text.split('\n'), limit).join('\n'))
    if (before.size > 0) say('  … the rest is unchanged')
  }
  if (hidden.length > 0) say(`  ↳ … ${hidden.length} more ${hidden.length === 1 ? 'reply' : 'replies'}`)
  say()
}

/** A block without its id, because Slack assigns new ids when a message is edited. */
function content({ block_id: _, ...shown }: Record<string, unknown>): string {
  return JSON.stringify(shown)
}

/** The first lines, plus the last line if it holds buttons. */
function folded(lines: readonly string[], limit: number): readonly string[] {
  if (lines.length <= limit) return lines
  const last = lines.slice(-1).filter((line) => line.includes('[ '))
  const first = lines.slice(0, limit - 1 - last.length)
  return [...first, `    … ${lines.length - first.length - last.length} more lines`, ...last]
}
