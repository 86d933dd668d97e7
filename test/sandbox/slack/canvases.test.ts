/** Canvases as written by an app and read by a channel's members. */
import { expect, it } from 'vitest'
import { CHANNELS } from '../../../sandbox/slack/index.ts'
import { started } from './web-api.ts'

const channel_id = CHANNELS.brandVisibility
async function start() {
  const { slack, client } = await started()
  const shown = () => slack.canvases(channel_id).map(({ title, markdown }) => [title, markdown])
  return { client, shown }
}
const written = (markdown: string) => ({ type: 'markdown' as const, markdown })

it('a canvas is written section by section, and its sections are found by heading', async () => {
  const { client, shown } = await start()
  const document_content = written('# October\nUp.\n\n```\na\n\nb\n```\n## Open tasks\n- one\n- two')
  const { canvas_id = '' } = await client.canvases.create({ channel_id, title: 'Review', document_content })
  expect(shown()).toEqual([
    ['Review', '# October\n\nUp.\n\n```\na\n\nb\n```\n\n## Open tasks\n\n- one\n- two'],
  ])
  const sectionIds = async (criteria: { section_types: ['h1' | 'h2' | 'any_header'] }) =>
    (await client.canvases.sections.lookup({ canvas_id, criteria })).sections?.map(({ id }) => id) ?? []
  expect(await sectionIds({ section_types: ['any_header'] })).toHaveLength(2)
  const [heading = ''] = await sectionIds({ section_types: ['h2'] })
  await client.canvases.edit({
    canvas_id,
    changes: [{ operation: 'insert_after', section_id: heading, document_content: written('Two of five:') }],
  })
  await client.canvases.edit({ canvas_id, changes: [{ operation: 'delete', section_id: heading }] })
  await client.canvases.edit({
    canvas_id,
    changes: [{ operation: 'insert_at_start', document_content: written('# November') }],
  })
  expect(shown()[0]?.[1]).toBe(
    '# November\n\n# October\n\nUp.\n\n```\na\n\nb\n```\n\nTwo of five:\n\n- one\n- two',
  )
  await client.canvases.edit({
    canvas_id,
    changes: [{ operation: 'replace', document_content: written('All anew') }],
  })
  expect(shown()).toEqual([['Review', 'All anew']])
  await client.canvases.delete({ canvas_id })
  expect(shown()).toEqual([])
})

it('a canvas appears in the channel’s info, which names the channel’s own one separately', async () => {
  const { client, shown } = await start()
  const facts = async () => (await client.conversations.info({ channel: channel_id })).channel?.properties
  expect(await facts()).toBeUndefined()
  const review = await client.canvases.create({ channel_id, title: 'Review' })
  expect(await facts()).toEqual({
    tabs: [
      expect.objectContaining({
        type: 'canvas',
        data: expect.objectContaining({ file_id: review.canvas_id }),
      }),
    ],
  })
  const { canvas_id } = await client.conversations.canvases.create({ channel_id, title: 'Ours' })
  expect(await facts()).toMatchObject({ canvas: { file_id: canvas_id, is_empty: true } })
  expect(shown().map(([title]) => title)).toEqual(['Ours', 'Review'])
})
