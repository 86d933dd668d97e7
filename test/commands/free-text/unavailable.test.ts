import { describe, expect, it } from 'vitest'
import { conversationWorld } from '../../conversations/world.ts'

const labels = (message: string) => [...message.matchAll(/"\/sightline ([^"\\]+)/g)].map(([, text]) => text)

describe('what the service doesn’t have', () => {
  it.each([
    ['how are we doing in Germany?', 'no figures by country', ['engines', 'gaps']],
    ['which countries do we do best in', 'no figures by country', ['engines', 'gaps']],
    ['which prompts mention us', 'no figures for single prompts', ['gaps', 'topics']],
    ['what are people asking about us?', 'no figures for single prompts', ['gaps', 'topics']],
    ['which sources cite us', 'which pages AI answers cite', ['visibility site:product_review_site', 'gaps']],
    ['what will our visibility be next month', 'makes no forecasts', ['visibility last month', 'why']],
    ['forecast for december', 'makes no forecasts', ['visibility last month', 'why']],
    [
      'what is the sentiment about us in ChatGPT answers',
      'the sentiment of AI answers',
      ['reddit', 'visibility mentions'],
    ],
    ['do AI assistants like us', 'the sentiment of AI answers', ['reddit', 'visibility mentions']],
  ])('“%s” is said by name, with what can be asked', async (text, sentence, instead) => {
    const world = await conversationWorld()
    await world.write({ kind: 'mention', text })
    expect(world.last()).toContain(sentence)
    expect(labels(world.last())).toEqual(expect.arrayContaining(instead))
  })

  it.each(['which countries are tracked', 'reddit', 'notes'])(
    'doesn’t hide what it has: “%s”',
    async (text) => {
      const world = await conversationWorld()
      await world.write({ kind: 'mention', text })
      expect(world.last()).not.toContain('no figures')
    },
  )
})

it('topics are those that the channel has names for; without any it says where to add them', async () => {
  const world = await conversationWorld()
  await world.write({ kind: 'mention', text: 'how are we doing by topic?' })
  expect(world.last()).toContain('has no topics yet')
  expect(labels(world.last())).toContain('settings')
})
