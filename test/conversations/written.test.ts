import { beforeEach, describe, expect, it } from 'vitest'
import { clickWithChannel } from '../../src/actions/index.ts'
import { decode } from '../../src/blocks/kit/codec.ts'
import { openAgentView } from '../../src/conversations/agent-view.ts'
import { useChannelAction } from '../../src/conversations/channel-word.ts'
import type { Answer, Click } from '../../src/slack/port.ts'
import { buttonClick, messageIn } from '../workspace.ts'
import { type ConversationWorld, conversationWorld, digestIn, now, team } from './world.ts'

let world: ConversationWorld
beforeEach(async () => {
  world = await conversationWorld()
})

const nothing: Answer = { ephemeral: async () => {}, inChannel: async () => {}, withProgress: () => nothing }

/** A click on the last message. */
function clickIn(): Click {
  const content = world.messages.at(-1)?.message ?? null
  return buttonClick({ team, channel: 'D0ANA', user: 'U0ANA', message: messageIn('D0ANA', { content }) })
}

/** The actions of the last message's buttons. */
function offered() {
  const blocks = world.messages.at(-1)?.message.blocks ?? []
  return JSON.stringify(blocks)
    .split('"action_id":')
    .slice(1)
    .flatMap((part) => {
      const id = JSON.parse(/^"[^"]*"/.exec(part)?.[0] ?? '""')
      const value = /"value":("(?:[^"\\]|\\.)*")/.exec(part)?.[1]
      const decoded = decode(id, value === undefined ? '' : JSON.parse(value))
      return decoded.ok ? [decoded.action] : []
    })
}

/** The person is in two channels with names, each with a digest. */
async function twoChannels() {
  world.channels.set('U0ANA', ['C0BRAND', 'C0BETA'])
  world.names.set('C0BRAND', 'brand').set('C0BETA', 'beta')
  await digestIn(world, 'C0BRAND')
  await digestIn(world, 'C0BETA')
}

/** Says it in direct messages. @returns the answer, with its buttons */
async function said(
  text: string,
  more: Partial<Parameters<ConversationWorld['write']>[0]> = {},
): Promise<string> {
  await world.write({ ...more, text })
  return world.last()
}

describe('a mention', () => {
  it('without words is answered in the channel with the groups of help', async () => {
    await world.write({ kind: 'mention', text: '' })
    expect(world.messages).toMatchObject([{ to: 'everybody', channel: 'C0BRAND' }])
    for (const group of ['Ask', 'Act', 'Digests and alerts', 'Set up'])
      expect(world.last()).toContain(`*${group}*`)
  })

  it.each([
    ['other companies are in the channel', true],
    ['Slack doesn’t say who is in it', null],
  ])(
    'is answered for the person alone if %s, with a button that shares the answer',
    async (_case, isShared) => {
      const workspace = { ...world.workspace, isShared: async () => isShared }
      for (const text of ['notes', 'show the notes', 'help']) {
        await world.write({ kind: 'mention', text }, workspace)
        // Slack shows this in a thread only if it has replies.
        expect(world.messages.at(-1)).toMatchObject({ to: 'the person', channel: 'C0BRAND', threadTs: null })
        expect(world.last()).toContain('Only you see this: other companies may be in <#C0BRAND>.')
      }
      expect(world.messages.filter(({ to }) => to === 'everybody')).toEqual([])
      await world.write({ kind: 'mention', text: 'notes' }, workspace)
      expect(world.last()).toContain('Share anyway')
      expect(offered()).toContainEqual({ kind: 'share', text: 'notes', anyway: true })
      await world.write({ kind: 'mention', text: 'notes', threadTs: '0.9' }, workspace)
      expect(world.messages.at(-1)).toMatchObject({ to: 'the person', threadTs: '0.9' })
    },
  )

  it.each([
    ['help', ['help', '/sightline help', 'sightline help', '`/sightline help`', ' Help ']],
    ['notes', ['notes', 'notes cc <@U0BEN>', 'notes, cc <@U0BEN>', 'notes (thanks)']],
    ['question', ['hello, notes?', 'hey, help!', 'Good morning, update']],
  ])('is answered as %s in any of these words: %j', async (verb, texts) => {
    for (const text of texts)
      expect(await world.write({ kind: 'mention', text }), text).toEqual({ verb, outcome: 'answered' })
  })

  it.each([
    'thanks!',
    'Thank you so much for your help :tada:',
    'hi',
    'Good morning team',
    '<@U0BEN> look what it says about Perplexity',
    'fyi <@U0BEN>',
    'thanks <@U0BEN>',
    '<!subteam^S0BRAND|@brand> how are we doing is a good question for',
  ])('that says “%s” gets no answer', async (text) => {
    expect(await world.write({ kind: 'mention', text })).toBeNull()
    await world.deliver()
    expect(world.messages).toEqual([])
  })

  it('gets no answer in the channel if the person may not read', async () => {
    await world.write({ kind: 'mention', text: 'help', user: 'U0GUEST' })
    await world.write({ text: 'help', user: 'U0GUEST' })
    const message = { text: expect.stringContaining('Guests') }
    expect(world.messages).toMatchObject([
      { to: 'the person', channel: 'C0BRAND', message },
      { to: 'everybody', channel: 'D0ANA', message },
    ])
  })

  it.each([
    ['digest pause 1', 'changes something'],
    ['digest delete 1', 'opens a form'],
    ['actions remove R-1', 'changes something'],
    ['digest preview', 'is for one person'],
    ['digest add', 'opens a form'],
    ['settings', 'opens a form'],
  ] as const)('only proposes “%s”, because it %s', async (text, does) => {
    await digestIn(world, 'C0BRAND')
    await world.write({ kind: 'mention', text })
    const sentences = {
      'opens a form': 'Nothing changes until you save',
      'changes something': 'until you click and confirm',
      'is for one person': 'Only you will see it',
    } as const
    expect(world.last()).toContain(sentences[does])
    expect(offered()).toEqual([{ kind: 'run_verb', text }])
    expect(world.last().includes('"confirm"')).toBe(does === 'changes something')
    expect(await world.store.subscriptions.forChannel(team, 'C0BRAND')).toHaveLength(1)
  })

  it('proposes a note word for word', async () => {
    const text = 'note Launch: new pricing, the "Pro" plan & \u2018more\u2019'
    await world.write({ kind: 'mention', text: text.replace('&', '&amp;') })
    expect(offered()).toEqual([{ kind: 'run_verb', text }])
  })

  it('proposes nothing to a person who may not change it', async () => {
    await world.write({ kind: 'mention', text: 'digest delete 1', user: 'U0READER' })
    expect(world.messages).toMatchObject([
      { to: 'the person', message: { text: expect.stringContaining('Only admins') } },
    ])
  })
})

describe('direct messages', () => {
  it('are about the only channel with something of its own, and say so', async () => {
    world.channels.set('U0ANA', ['C0BRAND', 'C0OTHER'])
    await digestIn(world, 'C0BRAND')
    expect(await said('tasks')).toContain('About <#C0BRAND>')
    expect(await world.store.conversationChannels.get(team, 'U0ANA'), 'not chosen').toBeNull()
  })

  it('ask once if there are several channels, then answer, and remember the choice', async () => {
    world.channels.set('U0ANA', ['C0BRAND', 'C0BETA', 'C0EMPTY'])
    await digestIn(world, 'C0BRAND', 'U0BEN')
    await digestIn(world, 'C0BETA')
    expect(await said('tasks')).toContain('Which channel are your questions about?')
    // The person's own digest comes first; a channel without anything of its own isn't offered.
    const choices = offered()
    expect(choices).toEqual([
      { kind: 'use_channel', channel: 'C0BETA', question: 'tasks' },
      { kind: 'use_channel', channel: 'C0BRAND', question: 'tasks' },
    ])
    const [choice] = choices
    if (choice?.kind !== 'use_channel') throw new Error('no choice')
    await useChannelAction(choice, { click: clickIn(), answer: nothing, workspace: world.workspace })
    await world.deliver()
    expect(world.messages.map(({ message }) => message.text).slice(1)).toEqual([
      expect.stringContaining('about <#C0BETA> now'),
      expect.stringContaining('About <#C0BETA>'),
    ])
    expect(await said('tasks')).toContain('About <#C0BETA>')
  })

  it.each([
    ['channel', 'Which channel are your questions about?'],
    ['change channel', 'Which channel are your questions about?'],
    ['channel <#C0BETA|beta>', 'about <#C0BETA> now'],
    ['channel #Beta', 'about <#C0BETA> now'],
    ['channel <#C0SECRET|secret>', 'among the channels that you’re both in'],
    ['channel #nowhere', 'among the channels that you’re both in'],
  ])('are about the choice of channel if they say “%s”', async (text, answer) => {
    await twoChannels()
    expect(await said(text)).toContain(answer)
    const isChosen = answer.includes('now')
    expect(await world.store.conversationChannels.get(team, 'U0ANA')).toBe(isChosen ? 'C0BETA' : null)
  })

  it('are also about a channel without a digest or settings, by its name', async () => {
    world.channels.set('U0ANA', ['C0BRAND', 'C0BETA'])
    world.names.set('C0BRAND', 'brand').set('C0BETA', 'beta')
    await digestIn(world, 'C0BRAND')
    for (const text of ['channel #beta', 'channel beta']) {
      expect(await said(text)).toContain('about <#C0BETA> now')
    }
  })

  it.each(['channel performance', 'which channel is best', 'channel of distribution'])(
    'are ordinary questions if they say “%s”',
    async (text) => {
      await digestIn(world, 'C0BRAND')
      expect(await world.write({ text })).not.toMatchObject({ verb: 'channel' })
      expect(world.last()).toContain('About <#C0BRAND>')
    },
  )

  it.each(['thanks!', 'hello'])('that say “%s” get one line, whatever the channel', async (text) => {
    for (const channel of ['C0BRAND', 'C0BETA']) await digestIn(world, channel)
    await world.write({ text })
    expect(world.messages).toMatchObject([{ message: { text: expect.stringMatching(/^Glad to help\..*$/) } }])
  })

  it('ask again if the person has left the channel', async () => {
    world.channels.set('U0ANA', ['C0BRAND', 'C0BETA', 'C0GAMMA'])
    for (const channel of ['C0BRAND', 'C0BETA', 'C0GAMMA']) await digestIn(world, channel)
    await world.write({ text: 'channel <#C0BETA>' })
    world.channels.set('U0ANA', ['C0BRAND', 'C0GAMMA'])
    expect(await said('tasks')).toContain('Which channel')
    expect(world.last()).not.toContain('C0BETA')
  })

  it('stay about the chosen channel while Slack doesn’t list the person’s channels', async () => {
    await world.store.conversationChannels.set(team, 'U0ANA', 'C0BETA', now)
    world.channels.delete('U0ANA')
    world.members.set('U0ANA', ['C0BETA'])
    expect(await said('tasks')).toContain('About <#C0BETA>')
    world.members.set('U0ANA', [])
    expect(await said('tasks')).toContain('Slack didn’t say which channels you’re in')
    expect(await said('help')).toContain('/sightline')
  })

  it('don’t ask if no channel has anything of its own, or for help', async () => {
    expect(await said('tasks')).not.toContain('About')
    world.channels.delete('U0ANA')
    expect(await said('help')).toContain('*Ask*')
    expect(await said('tasks')).toContain('which channels you’re in')
  })

  it('about a channel end when the person leaves it, whatever was cached', async () => {
    await digestIn(world, 'C0BRAND')
    expect(await said('tasks')).toContain('About <#C0BRAND>')
    world.members.set('U0ANA', [])
    for (const text of ['tasks', 'visibility', 'how did we do?', 'set up a digest']) {
      expect(await said(text)).toContain('not in the channel that this is about')
      expect(world.last()).not.toContain('C0BRAND')
    }
  })

  it('have buttons that stay about their channel, also when the person has left it', async () => {
    await twoChannels()
    await world.write({ text: 'channel <#C0BETA>' })
    await world.write({ text: 'tasks' })
    const click = clickIn()
    await world.write({ text: 'channel <#C0BRAND>' })
    expect(await clickWithChannel(click, world.workspace)).toMatchObject({ channel: 'C0BETA' })
    // An ephemeral answer arrives without its content.
    const unseen = { ...click, message: messageIn('D0ANA', { ephemeral: true }) }
    expect(await clickWithChannel(unseen, world.workspace)).toMatchObject({ channel: 'C0BRAND' })
    // What is clicked is then refused (test/actions/membership.test.ts).
    world.channels.set('U0ANA', ['C0BRAND'])
    expect(await clickWithChannel(click, world.workspace)).toMatchObject({ channel: 'C0BETA' })
    expect(await clickWithChannel({ ...click, channel: 'C0ELSE' }, world.workspace)).toMatchObject({
      channel: 'C0ELSE',
    })
  })
})

describe('the agent view', () => {
  it('uses the channel that the person comes from if none was chosen', async () => {
    await twoChannels()
    expect(await said('tasks', { viewing: ['C0ELSE', 'C0BRAND'] })).toContain('About <#C0BRAND>')
    expect(await said('tasks', { viewing: ['C0BETA'] }), 'it is kept').toContain('About <#C0BRAND>')
  })

  it('suggests commands that suit that channel', async () => {
    const seen = { team, user: 'U0ANA', channel: 'D0ANA', viewing: ['C0BRAND'] }
    const identify = async () => ({ outside: false })
    await openAgentView(seen, world.workspace, identify)
    await world.store.channels.track(team, 'C0BRAND', 'R1', 'U0ANA', now)
    await openAgentView(seen, world.workspace, identify)
    const messages = world.prompts.map(({ prompts }) => prompts.map(({ message }) => message))
    expect(messages).toEqual([
      ['visibility', 'gaps'],
      ['visibility', 'reddit', 'actions', 'digest add'],
    ])
  })
})
