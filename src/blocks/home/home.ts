/** The Home tab: what is to do, where the brand stands, and the digests of the person's channels. A long list has pages. */

import type { ChannelDigest } from '../../model/digest.ts'
import type { HomeStanding } from '../../model/home.ts'
import type { Block, HomeView } from '../../model/message.ts'
import type { Contact } from '../../model/permission.ts'
import type { Connection } from '../../store/index.ts'
import { digestRow } from '../digests/digest-list.ts'
import { noticeBlocks } from '../forms/modal.ts'
import {
  button,
  buttons,
  commandButton,
  context,
  contextOf,
  header,
  heading,
  pageButtons,
  referenceLine,
  row,
} from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { bold, code, compact, oneLine, richText, type Span } from '../kit/text.ts'
import { type OpenWork, openWorkBlocks } from './home-work.ts'
import { standingBlocks } from './standing.ts'

export interface HomeDigest extends ChannelDigest {
  /** Link to its last message in Slack; `null` if it was not posted. */
  readonly link: string | null
}

/** Only for admins, who can repair it. `null`: the workspace has no key. */
interface ConnectionState {
  readonly key: 'configured' | Pick<Connection, 'lastFour' | 'connectedBy' | 'connectedAt'> | null
}

export type HomeContent =
  | {
      readonly kind: 'dashboard'
      /** `channel`: whose analysis it is, by Slack's id; `null`: the default one. Only on the first page, like `open`. */
      readonly standing: (HomeStanding & { readonly channel: string | null }) | null
      readonly open: OpenWork | null
      readonly digests: readonly HomeDigest[]
      readonly total: number
      /** From 1. */
      readonly page: number
      readonly pages: number
      /** `null`: not for this viewer. */
      readonly connection: ConnectionState | null
      /** Whether the viewer may set up digests and channels. */
      readonly mayChange: boolean
    }
  /** The viewer may not read, or the content could not be read. */
  | {
      readonly kind: 'problem'
      readonly sentence: string
      readonly reference: string | null
      readonly ask: readonly string[]
    }

type Dashboard = Extract<HomeContent, { kind: 'dashboard' }>

export const homeCallbackId = 'sl1.home'

export function homeView(content: HomeContent, contact: Contact | null): HomeView {
  const page = content.kind === 'dashboard' ? content.page : 1
  return {
    type: 'home',
    callback_id: homeCallbackId,
    private_metadata: JSON.stringify({ page }),
    blocks: [...contentBlocks(content), helpBlock(contact, content.kind === 'dashboard')],
  }
}

/** The page that a Home tab shows, from its metadata; 1 if that can't be read. */
export function homePage(privateMetadata: string): number {
  const page = /^\{"page":(\d{1,6})\}$/.exec(privateMetadata)?.[1]
  return Math.max(1, Number(page ?? 1))
}

function contentBlocks(content: HomeContent): readonly Block[] {
  return content.kind === 'dashboard'
    ? dashboardBlocks(content)
    : [...introduction, ...noticeBlocks(content), { type: 'divider' }]
}

const introduction: readonly Block[] = [
  heading('Sightline shows how visible your brand is in AI answers'),
  richText([
    [
      'It posts digests in channels and answers questions. Type ',
      code('/sightline help'),
      ' in any channel.',
    ],
  ]),
]

function dashboardBlocks(content: Dashboard): readonly Block[] {
  const { standing, open, total, connection, mayChange } = content
  const isDown = standing?.kind === 'unavailable'
  // The viewer can enter one, so this is no outage to wait for.
  const lacksKey = connection?.key === null
  const hasWork = open !== null && (total > 0 || open.hasTasks || open.isTracking)
  return compact<Block>(
    ...(isDown && !lacksKey ? outageBlocks(standing) : []),
    ...(hasWork ? openWorkBlocks(open) : []),
    ...(standing === null || isDown ? [] : standingBlocks(standing, standing.channel)),
    ...(total === 0 ? noDigests : digestsBlocks(content)),
    // While the service doesn't answer, nothing here may say that it is connected.
    connection !== null && (lacksKey || !isDown) && richText([keyLine(connection.key)]),
    ...buttons([
      ...(mayChange || connection !== null ? setUpButtons(total === 0, connection) : []),
      open?.hasTasks === true && exportButton,
    ]),
  )
}

function outageBlocks({
  sentence,
  reference,
}: Extract<HomeStanding, { kind: 'unavailable' }>): readonly Block[] {
  return compact<Block>(
    row(
      [
        [bold(`⚠ ${oneLine(sentence, 400, 'The figures can’t be read right now.')}`)],
        ['Digests wait for it. The rest of this page is up to date.'],
      ],
      button('Try again', { kind: 'home_page', page: 1 }, { about: 'Try again to read the figures' }),
    ),
    referenceLine(reference),
  )
}

const noDigests: readonly Block[] = [
  header('Digests'),
  richText([
    ['None of your channels has a digest yet. A digest posts what changed and what to do, every week.'],
    ['Set one up in any channel that you and Sightline are in.'],
  ]),
]

/** A single one needs no header. */
function digestsBlocks({ digests, total, page, pages }: Dashboard): readonly Block[] {
  const [first] = digests
  if (total === 1 && first !== undefined) return [digestRow(first, first.link, 'Digest: ')]
  const where = pages === 1 ? '' : `, page ${page} of ${pages}`
  return [
    header(`${counted(total, 'digest')} in your channels${where}`),
    ...digests.map((digest) => digestRow(digest, digest.link)),
    ...buttons(pageButtons({ kind: 'home_page', page }, page < pages, 'digests')),
  ]
}

function keyLine(key: ConnectionState['key']): Span[] {
  if (key === null) return ['⚠ Analytics service: not connected. Enter an API key.']
  if (key === 'configured') return ['Analytics service: connected with the key in Sightline’s settings.']
  const by: Span[] = key.connectedBy === null ? [] : [' by ', { user: key.connectedBy }]
  return [
    `Analytics service: connected with the key …${oneLine(key.lastFour, 4, '????')}, entered`,
    ...by,
    ' ',
    { at: key.connectedAt },
    '.',
  ]
}

const exportButton = button(
  'Export all tasks',
  { kind: 'tasks_export' },
  { about: 'Export all tasks of your channels' },
)

function setUpButtons(isFirst: boolean, connection: ConnectionState | null) {
  return [
    button('Set up a digest', { kind: 'digest_add' }, isFirst ? { style: 'primary' } : {}),
    button('Channel settings', { kind: 'choose_channel' }),
    connection?.key === null &&
      commandButton('Connect', 'connect', { about: 'Connect the analytics service' }),
    typeof connection?.key === 'object' &&
      connection.key !== null &&
      commandButton('Connection', 'connect', { about: 'Connection with the analytics service' }),
  ]
}

function helpBlock(contact: Contact | null, isDashboard: boolean): Block {
  const scope = isDashboard ? 'Only you see this page, about your channels. ' : ''
  const privacy = ' What Sightline reads and keeps: /sightline help privacy'
  if (contact?.kind === 'user')
    return contextOf([`${scope}Questions? Ask `, { user: contact.id }, '.', privacy])
  const contactName = contact === null ? 'your Sightline admin' : oneLine(contact.address, 254, 'your admin')
  return context(`${scope}Questions? Ask ${contactName}.${privacy}`)
}
