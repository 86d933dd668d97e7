/** The Home tab of a person with open tasks, eight weeks in: what it says, and that none of its buttons leads nowhere. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { stageAfterEightWeeks } from '../browser/eight-weeks.ts'
import type { Stage } from '../stage.ts'
import {
  type ButtonAt,
  buttonsOf,
  choicesIn,
  messageSaying,
  modalWords,
  textOf,
  texts,
} from './slack-screen.ts'

const user = USERS.member
const broken = /out of date|can’t be|couldn’t|went wrong|Reference:/
const unfinished = /one moment|Loading|Looking it up/

let stage: Stage
/** The person's direct messages. */
let direct: string
beforeAll(async () => {
  stage = await stageAfterEightWeeks()
  direct = (await stage.slack.openMessages({ user })).channel
  await messageSaying(stage.slack, direct, 'You get this message once')
})
afterAll(() => stage?.stop())

const home = () => stage.slack.home(user) ?? {}
const homeWords = () => texts(home()).join('\n')

/** Opens it anew. The weeks around a task may still be read in the background: until then it has no “See how”. */
async function open(): Promise<void> {
  const { slack } = stage
  for (const { id } of slack.views(user).toReversed()) await slack.closeView({ user, viewId: id })
  await slack.openHome({ user })
  await slack.until(
    () => ['Where Northwind stands', 'See how'].every((words) => homeWords().includes(words)),
    'the Home tab',
  )
}

type Choice = ButtonAt & Partial<Pick<ReturnType<typeof choicesIn>[number], 'selection'>>

/** What the person sees after a click: a form with content, a direct message, or another Home tab. */
async function click({ label, ...choice }: Choice): Promise<string> {
  const { slack } = stage
  const [before, sent] = [homeWords(), slack.messages(direct, user).length]
  await slack.viewAction({ user, viewId: String(home().id), ...choice })
  const seen = () =>
    [
      slack.views(user).map(modalWords).join('\n'),
      slack.messages(direct, user).slice(sent).map(textOf).join('\n'),
      homeWords() === before ? '' : homeWords(),
    ].find((words) => words !== '' && !unfinished.test(words))
  return slack.until(seen, `what follows “${label}”`)
}

it('says what to do, what to decide, and where the brand stands', async () => {
  await open()
  for (const words of [
    /Your \d open tasks?/,
    /Recommended \(1 of \d\)/,
    /Northwind fell 5\.2 points/,
    /Globex/,
    /Contoso/,
    /On schedule/,
  ])
    expect(homeWords()).toMatch(words)
})

it('has no button and no choice that leads nowhere', async () => {
  await open()
  const all: Choice[] = [...buttonsOf(home().blocks), ...choicesIn(home().blocks)]
  const kinds = ['Mark as done', 'See how', 'View brief', 'Channel settings', 'Create task', 'Pause']
  expect(all.map(({ label }) => label)).toEqual(
    expect.arrayContaining(kinds.map((kind) => expect.stringMatching(`^${kind}`))),
  )
  // What changes the tab comes last.
  const changes = ({ label }: Choice) => Number(/^(?:Create task|Pause)/.test(label))
  for (const choice of all.toSorted((one, other) => changes(one) - changes(other))) {
    await open()
    expect(await click(choice), choice.label).not.toMatch(broken)
  }
  await messageSaying(stage.slack, direct, /Task created: [\s\S]*Aims at: /)
})
