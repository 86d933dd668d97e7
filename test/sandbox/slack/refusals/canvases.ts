import { CHANNELS } from '../../../../sandbox/slack/index.ts'
import type { CasesByMethod, Tried } from './case.ts'

const channel_id = CHANNELS.brandVisibility
const written = (markdown: string) => ({ type: 'markdown', markdown })
const tooDeep = written('## Fine\n\n#### Too deep')
const gone = { canvas_id: 'F0NOWHERE', criteria: { contains_text: 'x' } }

async function created({ client }: Tried, more = {}) {
  const { canvas_id } = await client.canvases.create({ channel_id, ...more })
  return { canvas_id: String(canvas_id) }
}
async function deleted(tried: Tried) {
  const { canvas_id } = await created(tried)
  tried.slack.deleteCanvas(canvas_id)
  return { ...gone, canvas_id, changes: [{ operation: 'replace', document_content: written('x') }] }
}

const inChannel = {
  channel_not_found: () => ({ channel_id: 'C0NOWHERE' }),
  not_in_channel: () => ({ channel_id: CHANNELS.general }),
  is_archived: () => ({ channel_id: CHANNELS.archive }),
  canvas_creation_failed: () => ({ channel_id, document_content: tooDeep }),
  invalid_arguments: () => ({ channel_id, document_content: { type: 'html', markdown: 'x' } }),
  free_team_canvas_tab_already_exists: async (tried: Tried) => {
    await created(tried)
    tried.slack.setFree(true)
    return { channel_id }
  },
}

export const canvasCases: CasesByMethod = {
  'conversations.canvases.create': {
    ...inChannel,
    channel_canvas_already_exists: async ({ client }) => {
      await client.conversations.canvases.create({ channel_id })
      return { channel_id }
    },
  },
  'canvases.create': {
    ...inChannel,
    free_teams_cannot_create_non_tabbed_canvases: ({ slack }) => {
      slack.setFree(true)
      return { title: 'Of nobody' }
    },
  },
  'canvases.edit': {
    canvas_not_found: deleted,
    canvas_editing_failed: async (tried) => ({
      ...(await created(tried)),
      changes: [{ operation: 'insert_after', section_id: 'temp:C:none', document_content: written('x') }],
    }),
    free_teams_cannot_edit_standalone_canvases: async ({ client, slack }) => {
      const { canvas_id } = await client.canvases.create({ title: 'Of nobody' })
      slack.setFree(true)
      return { canvas_id, changes: [{ operation: 'replace', document_content: written('x') }] }
    },
    // Only one change per call is allowed.
    invalid_arguments: async (tried) => ({
      ...(await created(tried)),
      changes: [
        { operation: 'insert_at_start', document_content: written('x') },
        { operation: 'insert_at_end', document_content: written('y') },
      ],
    }),
  },
  'canvases.sections.lookup': {
    canvas_not_found: () => gone,
    canvas_deleted: deleted,
    invalid_arguments: async (tried) => ({ ...(await created(tried)), criteria: { section_types: ['h4'] } }),
  },
  'canvases.delete': {
    canvas_not_found: deleted,
    invalid_arguments: () => ({}),
  },
}
