import { describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { commands } from '../../src/commands/index.ts'
import { closeAll, textOf, texts } from './slack-screen.ts'
import { stage, stageForAll } from './stage.ts'

/** A person whose command failed reads one of these. */
const wentWrong = /I don’t know|Reference: |went wrong|can’t be reached/

/** The stage's API key is in its settings, so the commands for keys answer only this. */
const keyIsElsewhere = /^(Close\n.*\n)?Sightline’s API key isn’t managed in Slack\. /

/** Ids in examples are made up; the demo's analytics service has none of them. */
const namesAnId = /[0-9a-f]{8}-[0-9a-f]{4}-/

describe('every command', () => {
  stageForAll({ rateLimits: false })

  /** What the owner sees: an ephemeral or in-channel message, or a modal that has finished loading. */
  async function seen(text: string): Promise<string> {
    const { slack, channel } = stage
    const user = USERS.owner
    await closeAll(slack, user)
    const before = new Map(slack.messages(channel, user).map((message) => [message.ts, textOf(message)]))
    const acknowledged = await slack.command({ user, channel, text: `/sightline ${text}` })
    expect(acknowledged.ok).toBe(true)
    return slack.until(() => {
      const message = slack
        .messages(channel, user)
        .findLast(({ ts, ...one }) => !before.has(ts) && !one.text.startsWith('Looking it up'))
      if (message !== undefined) return textOf(message)
      const words = texts(slack.views(user).at(-1)?.view).join('\n')
      return words === '' || /Loading…|Checking…/.test(words) ? null : words
    }, `what "${text}" brings`)
  }

  for (const { name, aliases, examples } of commands.verbs)
    it(`${name}: answers each of its examples, also under its other names`, async () => {
      for (const example of examples) {
        const answer = await seen(example)
        if (!namesAnId.test(example) && !keyIsElsewhere.test(answer)) expect(answer).not.toMatch(wentWrong)
        expect(answer.trim()).not.toBe('')
      }
      for (const alias of aliases) expect(await seen(alias)).not.toMatch(/I don’t know “/)
    })
})
