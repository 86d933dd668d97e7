/** What the demo says on the terminal. */
import { renderMessage } from '../slack/terminal.ts'
import type { Stage } from './stage.ts'
import type { TourStep } from './tour.ts'

const width = () => Math.min(process.stdout.columns ?? 100, 110)
const color = () => process.stdout.isTTY === true && process.stdout.hasColors()

const say = (text = '') => process.stdout.write(`${text}\n`)
const bold = (text: string) => (color() ? `\u001b[1m${text}\u001b[0m` : text)

export function printWelcome({ service, slack, clock, timeZone }: Stage): void {
  const now = clock.now().toZonedDateTimeISO(timeZone)
  say(bold('Sightline demo'))
  say(`  Slack for one machine   ${slack.url}`)
  say(`  Analytics service       ${service.baseUrl} and ${service.searchBaseUrl}`)
  say('  Bot                     connected in Socket Mode, data in a temporary folder')
  say(
    `  Time in here            ${now.toLocaleString('en-GB', { dateStyle: 'full', timeStyle: 'short' })}, ${timeZone}`,
  )
  say()
}

export function printDemo({ slack }: Stage): void {
  say(bold(`Open ${slack.url} and try it:`))
  say('  type /sightline help, click "Create task", switch the user, jump to the next digest.')
  say('  Everything is kept in memory.')
  say('  Ctrl-C ends it.')
}

export function printStep(stage: Stage, step: TourStep): void {
  const { slack } = stage
  const names = (id: string) => {
    const channel = slack.channels.get(id)
    return slack.users.get(id)?.realName ?? (channel === undefined ? id : `#${channel.name}`)
  }
  const who = step.user === null ? 'Schedule' : names(step.user)
  say(bold(`── ${step.name} `.padEnd(width(), '─')))
  say(`${who} in ${names(step.channel)}: ${step.request}`)
  say()
  for (const message of step.messages) {
    const time = Temporal.Instant.fromEpochMilliseconds(Math.floor(Number(message.ts) * 1000))
    say(
      renderMessage(
        {
          user: 'U0SIGHTLINE',
          text: message.text,
          blocks: message.blocks,
          ephemeral: message.ephemeral,
          thread: message.thread_ts !== null,
          time: time.toZonedDateTimeISO(stage.timeZone).toPlainTime().toString({ smallestUnit: 'minute' }),
        },
        {
          width: width(),
          color: color(),
          names,
          now: stage.clock.now().epochMilliseconds,
          timeZone: stage.timeZone,
        },
      ),
    )
    say()
  }
}
