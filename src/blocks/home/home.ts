/** The Home tab: what one person can see of Sightline. Pages when long. */
import type { Button } from '@slack/types'
import type { Contact } from '../../model/contact.ts'
import type { ChannelDigest } from '../../model/digest.ts'
import type { Block, HomeView } from '../../model/message.ts'
import type { TaskRecord } from '../../store/index.ts'
import { deleteButton } from '../digests/digest-list.ts'
import { button, buttons, confirmation, context, contextOf, heading, plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { counted } from '../kit/numbers.ts'
import { asked } from '../kit/problem.ts'
import { richText, type Span } from '../kit/spans.ts'
import { manyLines, oneLine } from '../kit/text.ts'
import { shownTitle } from '../tasks/tasks.ts'
import { digestName, digestTitle, healthLine, lastRunLine, scheduleLines } from './home-digest.ts'

export interface HomeDigest extends ChannelDigest {
  /** Where its last message stands in Slack; `null` where it was not posted. */
  readonly link: string | null
}

export type HomeTask = Pick<
  TaskRecord,
  'state' | 'name' | 'createdBy' | 'channel' | 'startedAt' | 'finishedAt'
> & {
  /** What its recommendation is called, where it has no name yet; `null`: not known. */
  readonly title: string | null
}

export type HomeContent =
  | {
      readonly kind: 'digests'
      /** Those of this page, of channels that the viewer is in. */
      readonly digests: readonly HomeDigest[]
      /** How many there are on all pages. */
      readonly total: number
      /** From 1. */
      readonly page: number
      readonly pages: number
      /** The newest tasks from this page's channels, and how many more there are. */
      readonly tasks: readonly HomeTask[]
      readonly moreTasks: number
    }
  /** No channel of theirs has a digest. */
  | { readonly kind: 'nothing' }
  /** Slack doesn't tell in which channels they are, so that nothing can be shown safely. */
  | { readonly kind: 'channels_unknown' }
  /** They may not read here, or it could not be read. */
  | {
      readonly kind: 'problem'
      readonly sentence: string
      readonly reference: string | null
      readonly ask: readonly string[]
    }

/** The callback id of the Home tab. */
export const homeCallbackId = 'sl1.home'

export function homeView(content: HomeContent, contact: Contact | null): HomeView {
  const page = content.kind === 'digests' ? content.page : 1
  return {
    type: 'home',
    callback_id: homeCallbackId,
    private_metadata: JSON.stringify({ page }),
    blocks: [...contentBlocks(content), { type: 'divider' }, helpBlock(contact)],
  }
}

/** The page that a Home tab shows, by what was written into it; 1 where that can't be read. */
export function homePage(privateMetadata: string): number {
  const page = /^\{"page":(\d{1,6})\}$/.exec(privateMetadata)?.[1]
  return Math.max(1, Number(page ?? 1))
}

function contentBlocks(content: HomeContent): readonly Block[] {
  switch (content.kind) {
    case 'digests':
      return digestsBlocks(content)
    case 'nothing':
      return [
        ...introduction,
        richText([
          ['No channel of yours has a digest yet.'],
          ['Set one up: choose a channel, and what it shows. You need to be in it, and so does Sightline.'],
        ]),
        ...setUpButton('Set up a channel', 'primary'),
      ]
    case 'channels_unknown':
      return [
        ...introduction,
        richText([
          [{ text: '⚠ Slack does not tell which channels you are in.', style: 'bold' }],
          [
            'So nothing of them is shown here, since it might not be for you. Open this tab again in a minute.',
          ],
          ['If it stays so, type ', { text: '/sightline doctor', style: 'code' }, ' in a channel.'],
        ]),
        ...setUpButton('Set up a channel'),
      ]
    case 'problem':
      return [
        ...introduction,
        richText([
          [manyLines(content.sentence, 1_500, 'This could not be shown, and nobody wrote down why.')],
          ...(content.ask.length === 0 ? [] : [asked(content.ask)]),
        ]),
        ...(content.reference === null
          ? []
          : [context(`Reference: ${oneLine(content.reference, 100, 'none')}`)]),
      ]
  }
}

const introduction: readonly Block[] = [
  heading('Sightline: where your brand stands in the answers of AI assistants and search engines'),
  richText([
    ['It posts digests into channels (what changed, the evidence, what to do), and answers questions there:'],
    ['type ', { text: '/sightline help', style: 'code' }, ' in any channel.'],
  ]),
]

function digestsBlocks(content: Extract<HomeContent, { kind: 'digests' }>): readonly Block[] {
  const { digests, total, page, pages } = content
  const where = pages === 1 ? '' : `, page ${page} of ${pages}`
  return [
    heading(`${counted(total, 'digest')} in your channels${where}`),
    context('Only you see this page, and only what is in channels that you are in.'),
    ...digests.flatMap((digest): Block[] => [{ type: 'divider' }, ...digestBlocks(digest)]),
    { type: 'divider' },
    ...tasksBlocks(content),
    ...pageButtons(page, pages),
    ...setUpButton('Set up another channel'),
  ]
}

function digestBlocks(digest: HomeDigest): Block[] {
  const { id: subscriptionId } = digest
  const name = digestName(digest.name)
  const labelled = (label: string) => ({ about: `${label}: ${name}` })
  return [
    richText([digestTitle(digest), ...scheduleLines(digest), lastRunLine(digest), healthLine(digest)]),
    ...buttons([
      button('Edit', { kind: 'digest_edit', subscriptionId }, labelled('Edit')),
      digest.pausedFor === null
        ? button('Pause', { kind: 'digest_pause', subscriptionId }, labelled('Pause'))
        : button('Resume', { kind: 'digest_resume', subscriptionId }, labelled('Resume')),
      button('Test', { kind: 'digest_test', subscriptionId }, labelled('Test')),
      nowButton({ subscriptionId, name }),
      button('History', { kind: 'digest_history', of: subscriptionId, page: 1 }, labelled('History')),
      deleteButton({ subscriptionId, name: digest.name }),
      linkButton('Open the last one', digest.link, name),
    ]),
  ]
}

/** Asks before everybody in the channel reads it. */
function nowButton({ subscriptionId, name }: { readonly subscriptionId: string; readonly name: string }) {
  return button(
    'Post now',
    { kind: 'digest_now', subscriptionId },
    {
      about: `Post now: ${name}`,
      confirm: confirmation(
        'Post it now?',
        `Everybody in its channel sees “${name}”. It comes as planned, too.`,
        'Post now',
        'Cancel',
      ),
    },
  )
}

/** The address of a message. */
const permalink = /^https:\/\/[a-z0-9.-]{1,100}\.slack(?:-gov)?\.com\/archives\/[A-Z0-9]{2,32}\/p\d{6,30}$/

/** Slack itself opens it; that it tells us of the click means nothing to us. */
export function linkButton(label: string, url: string | null, about: string): Button | null {
  if (url === null || !permalink.test(url)) return null
  return {
    type: 'button',
    text: plainText(label, limits.button.text),
    url,
    action_id: 'sl1.link',
    accessibility_label: oneLine(`${label}: ${about}`, limits.button.accessibilityLabel),
  }
}

function tasksBlocks({ tasks, moreTasks }: Extract<HomeContent, { kind: 'digests' }>): Block[] {
  if (tasks.length === 0) return []
  return [
    heading('Newest tasks from these channels'),
    richText(tasks.map(taskLine)),
    ...(moreTasks === 0
      ? []
      : [context(`${counted(moreTasks, 'more task')}: type /sightline tasks in their channel.`)]),
    { type: 'divider' },
  ]
}

function taskLine({ state, name, title, createdBy, channel, startedAt, finishedAt }: HomeTask): Span[] {
  const who: Span[] = [{ user: createdBy }, ' in ', { channel }, ', ', { at: finishedAt ?? startedAt }]
  const shown: Span = { text: shownTitle(name ?? title), style: 'bold' }
  switch (state) {
    case 'created':
      return ['✓ Created: ', shown, ' by ', ...who]
    case 'creating':
      return ['… Creating: ', shown, ' by ', ...who]
    default:
      return ['⚠ May not have been created: ', shown, ' by ', ...who]
  }
}

function pageButtons(page: number, pages: number): Block[] {
  return buttons([
    page > 1
      ? button('Back', { kind: 'home_page', page: page - 1 }, { index: 0, about: `Back to page ${page - 1}` })
      : null,
    page < pages
      ? button('Next', { kind: 'home_page', page: page + 1 }, { index: 1, about: `Next: page ${page + 1}` })
      : null,
  ])
}

function setUpButton(label: string, style?: 'primary'): Block[] {
  return buttons([
    button(label, { kind: 'choose_channel' }, { about: label, ...(style === undefined ? {} : { style }) }),
  ])
}

function helpBlock(contact: Contact | null): Block {
  if (contact?.kind === 'user')
    return contextOf(['Something is wrong, or missing? Ask ', { user: contact.id }, '.'])
  const who =
    contact === null ? 'whoever installed Sightline here' : oneLine(contact.address, 254, 'your admin')
  return context(`Something is wrong, or missing? Ask ${who}.`)
}
