/**
 * canvases.*, conversations.canvases.create: docs.slack.dev/reference/methods?family=canvases
 * Undocumented: the app must be in the channel; the wording of `detail`.
 */
import { isJson, type Json, strings, text } from '../json.ts'
import type { SlackChannel } from '../model.ts'
import { type Canvas, type CanvasSection, faultOf } from '../world/canvases.ts'
import type { World } from '../world/world.ts'
import { type Arguments, SlackError } from './call.ts'
import { joinedChannel, type Methods, method } from './method.ts'

/** Makes the error for refused content; `detail` says why it is refused. */
type Refused = (detail: string) => SlackError

const notCreated: Refused = (detail) => new SlackError('canvas_creation_failed', { detail })
const notEdited: Refused = (detail) => new SlackError('canvas_editing_failed', { detail })

/** The sections of `{type: 'markdown', markdown}`. */
function contentOf(world: World, given: unknown, refused: Refused): readonly CanvasSection[] {
  if (!isJson(given) || given.type !== 'markdown' || typeof given.markdown !== 'string')
    throw new SlackError('invalid_arguments')
  const fault = faultOf(given.markdown)
  if (fault !== null) throw refused(fault)
  return world.canvases.sectionsOf(given.markdown)
}

function createIn(
  world: World,
  args: Arguments,
  channel: SlackChannel | undefined,
  isChannels: boolean,
): Json {
  const content = args.object('document_content')
  const sections = content === undefined ? [] : contentOf(world, content, notCreated)
  const title = args.string('title') ?? ''
  const { id } = world.canvases.add({ title, channel: channel?.id, isChannels, sections })
  return { canvas_id: id }
}

/** A workspace on the free plan may have one canvas in a channel's tabs. */
function requireRoom(world: World, channel: SlackChannel): void {
  if (channel.archived) throw new SlackError('is_archived')
  if (world.isFree && world.canvases.in(channel.id).length > 0)
    throw new SlackError('free_team_canvas_tab_already_exists')
}

function knownCanvas(world: World, args: Arguments): Canvas {
  const canvas = world.canvases.find(args.required('canvas_id'))
  if (canvas === undefined || canvas.isDeleted) throw new SlackError('canvas_not_found')
  return canvas
}

/** A call takes exactly one change. */
function changeOf(args: Arguments): Json {
  const [change, ...more] = args.list('changes') ?? []
  if (!isJson(change) || more.length > 0) throw new SlackError('invalid_arguments')
  return change
}

/** The sections after a change. */
function changed(world: World, { sections }: Canvas, change: Json): readonly CanvasSection[] {
  const content = () => contentOf(world, change.document_content, notEdited)
  const place = () => {
    const at = sections.findIndex(({ id }) => id === change.section_id)
    if (at < 0) throw notEdited('section_id was not found in the canvas')
    return at
  }
  switch (change.operation) {
    case 'insert_at_start':
      return [...content(), ...sections]
    case 'insert_at_end':
      return [...sections, ...content()]
    case 'insert_before':
      return sections.toSpliced(place(), 0, ...content())
    case 'insert_after':
      return sections.toSpliced(place() + 1, 0, ...content())
    case 'replace':
      return change.section_id === undefined ? content() : sections.toSpliced(place(), 1, ...content())
    case 'delete':
      return sections.toSpliced(place(), 1)
    default:
      throw new SlackError('invalid_arguments')
  }
}

const HEADINGS: Readonly<Record<string, readonly number[]>> = {
  h1: [1],
  h2: [2],
  h3: [3],
  any_header: [1, 2, 3],
}

export const canvases: Methods = {
  'conversations.canvases.create': method('tier2', 'canvases:write', (args, world) => {
    const channel = joinedChannel(world, args.required('channel_id'))
    requireRoom(world, channel)
    if (world.canvases.in(channel.id).some(({ isChannels }) => isChannels))
      throw new SlackError('channel_canvas_already_exists')
    return createIn(world, args, channel, true)
  }),
  'canvases.create': method('tier2', 'canvases:write', (args, world) => {
    const named = args.string('channel_id')
    if (!named && world.isFree) throw new SlackError('free_teams_cannot_create_non_tabbed_canvases')
    const channel = named ? joinedChannel(world, named) : undefined
    if (channel) requireRoom(world, channel)
    return createIn(world, args, channel, false)
  }),
  'canvases.edit': method('tier3', 'canvases:write', (args, world) => {
    const canvas = knownCanvas(world, args)
    if (world.isFree && canvas.channel === undefined)
      throw new SlackError('free_teams_cannot_edit_standalone_canvases')
    const change = changeOf(args)
    if (change.operation === 'rename') {
      const title = isJson(change.title_content) ? text(change.title_content.markdown) : undefined
      if (title === undefined) throw new SlackError('invalid_arguments')
      canvas.title = title
    } else canvas.sections = changed(world, canvas, change)
    world.canvases.changed()
  }),
  'canvases.sections.lookup': method('tier3', 'canvases:read', (args, world) => {
    const canvas = world.canvases.find(args.required('canvas_id'))
    if (canvas?.isDeleted === true) throw new SlackError('canvas_deleted')
    const { sections } = knownCanvas(world, args)
    const criteria = args.object('criteria')
    const types = strings(criteria?.section_types)
    const words = text(criteria?.contains_text)
    if (types.length === 0 && words === undefined) throw new SlackError('invalid_arguments')
    if (types.length > 3 || types.some((type) => !Object.hasOwn(HEADINGS, type)))
      throw new SlackError('invalid_arguments')
    const levels = types.flatMap((type) => HEADINGS[type] ?? [])
    const matches = ({ markdown, heading }: CanvasSection) =>
      (types.length === 0 || (heading !== null && levels.includes(heading))) &&
      (words === undefined || markdown.includes(words))
    return { sections: sections.filter(matches).map(({ id }) => ({ id })) }
  }),
  'canvases.delete': method('tier3', 'canvases:write', (args, world) => {
    knownCanvas(world, args).isDeleted = true
    world.canvases.changed()
  }),
}
