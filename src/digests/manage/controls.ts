import { digestModal } from '../../blocks/digests/digest-form.ts'
import { digestHistory } from '../../blocks/digests/digest-history.ts'
import {
  type DigestDone,
  digestsAnswer,
  digestsCallbackId,
  digestsChannel,
  digestsModal,
} from '../../blocks/digests/digest-list.ts'
import { digestPosted } from '../../blocks/digests/digest-posted.ts'
import { digestTest, testPosted } from '../../blocks/digests/digest-test.ts'
import { restored } from '../../blocks/digests/restore.ts'
import type { Message, ModalView } from '../../blocks/kit/message.ts'
import { Problem } from '../../lib/problem.ts'
import type { Answer, Click, Modals, People } from '../../slack/port.ts'
import type { Subscription } from '../../store/index.ts'
import { adopt } from '../deliver/owners.ts'
import { postAgain } from '../deliver/post-again.ts'
import type { DigestDeps } from '../deps.ts'
import { digestFormOf, newDigestForm } from './digest-form.ts'
import { historyPage } from './digest-history.ts'
import { type DigestCalendar, describeDigests } from './digests.ts'
import type { DigestDesk, DigestPlace } from './manage.ts'

type ControlDeps = DigestDeps & {
  readonly desk: DigestDesk
  readonly modals: Pick<Modals, 'update'>
  readonly people: Pick<People, 'person' | 'channelsOf'>
  readonly calendar: DigestCalendar
  /** The address of a message in Slack, by its channel and its `ts`. */
  readonly linkTo: (channel: string, ts: string) => string | null
}

/** Every list names so many of the next runs. */
const runsTold = 2

/** What the buttons of digests do, wherever they are: in an answer, in the list's modal, on the Home tab. */
export function createDigestControls(deps: ControlDeps) {
  const { desk, modals, store, clock } = deps

  const digestsOf = async (place: DigestPlace) =>
    describeDigests(deps, await desk.list(place), deps.clock.now(), runsTold)

  /** The list with what was done, where the click came from; the Home tab is drawn again by itself. */
  const show = async (click: Click, answer: Answer, place: DigestPlace, done: DigestDone): Promise<void> => {
    const { view, message } = click
    if (view !== null && view.callbackId !== digestsCallbackId) return
    const list = { channel: place.channel, digests: await digestsOf(place), done }
    if (view !== null) await modals.update(view.id, digestsModal(list))
    else await answer.ephemeral(digestsAnswer(list), { replace: message?.ephemeral === true })
  }

  return {
    async editForm(click: Click, id: string): Promise<ModalView> {
      return digestModal(digestFormOf(deps, (await digestSeen(deps, click, id)).digest))
    },

    async newForm(click: Click): Promise<ModalView> {
      const { team, user } = click
      const channel = channelOf(click)
      if (channel === null)
        throw new Problem('no_channel', 'Digests belong to a channel. Type /sightline digest there.')
      return digestModal(await newDigestForm(deps, { team, user, channel }))
    },

    async pause(click: Click, id: string, answer: Answer): Promise<void> {
      const { place, digest } = await digestSeen(deps, click, id)
      const kind = (await desk.pause(place, id)) ? 'paused' : 'not_running'
      await show(click, answer, place, { kind, id, name: digest.name })
    },

    async resume(click: Click, id: string, answer: Answer): Promise<void> {
      const { place, digest } = await digestSeen(deps, click, id)
      const resumed = await desk.resume(place, id)
      if (!resumed.ok)
        throw new Problem('digest_obstacle', resumed.problems.map(({ sentence }) => sentence).join(' '))
      const kind = digest.state === 'paused' ? 'resumed' : 'was_running'
      await show(click, answer, place, { kind, id, name: digest.name })
    },

    async alertsOff(click: Click, id: string, answer: Answer): Promise<void> {
      const { place, digest } = await digestSeen(deps, click, id)
      await desk.alertsOff(place, id)
      await show(click, answer, place, { kind: 'alerts_off', id, name: digest.name })
    },

    async remove(click: Click, id: string, answer: Answer): Promise<void> {
      const { place, digest } = await digestSeen(deps, click, id)
      await desk.remove(place, id)
      await show(click, answer, place, { kind: 'deleted', id, name: digest.name })
    },

    async test(click: Click, id: string, answer: Answer): Promise<void> {
      const progress = answer.withProgress()
      const { place } = await digestSeen(deps, click, id)
      await progress.ephemeral(digestTest({ subscriptionId: id, digest: await desk.testRun(place, id) }))
    },

    async postTest(click: Click, id: string, answer: Answer): Promise<void> {
      const progress = answer.withProgress()
      const { place, digest } = await digestSeen(deps, click, id)
      const { channel } = await desk.testPost(place, id)
      const [told] = await describeDigests(deps, [digest], deps.clock.now(), runsTold)
      if (told !== undefined) await progress.ephemeral(testPosted({ channel, digest: told }))
    },

    async postNow(click: Click, id: string, answer: Answer): Promise<void> {
      const progress = answer.withProgress()
      const { place } = await digestSeen(deps, click, id)
      const { channel } = await desk.runNow(place, id)
      // As it is now: one that Slack had paused runs again.
      const digests = (await digestsOf(place)).filter((one) => one.id === id)
      await progress.ephemeral(digestPosted({ channel, digest: digests[0] ?? null }))
    },

    async history(
      click: Click,
      { of, page }: { readonly of: string | null; readonly page: number },
      answer: Answer,
    ): Promise<void> {
      const { team, user } = click
      const channel = channelOf(click) ?? ''
      const place = of === null ? { team, user, channel } : (await digestSeen(deps, click, of)).place
      const history = await historyPage({ store, clock, linkTo: deps.linkTo, digests: desk }, place, of, page)
      await answer.ephemeral(digestHistory(history), { replace: click.message?.ephemeral === true })
    },

    postAgain: (what: Parameters<typeof postAgain>[1]) => postAgain(deps, what),
    adopt: (what: Parameters<typeof adopt>[1]) => adopt(deps, what),

    async restored(click: Click, digests: readonly Subscription[]): Promise<Message> {
      const now = deps.clock.now()
      const known = await knownToReaders(deps, click, digests)
      const told = known.map(({ name, channel, schedule }) => ({
        name,
        channel,
        schedule: deps.calendar.inWords(schedule),
        nextRuns: deps.calendar.next(schedule, now, runsTold).map(String),
      }))
      return restored({
        digests: told.toSorted((a, b) => Temporal.Instant.compare(a.nextRuns[0] ?? '', b.nextRuns[0] ?? '')),
        elsewhere: digests.length - known.length,
      })
    },
  }
}

/** In which was clicked; a list in a modal has kept it. */
function channelOf({ channel, view }: Click): string | null {
  if (channel !== null) return channel
  return view?.callbackId === digestsCallbackId ? digestsChannel(view.privateMetadata) : null
}

/**
 * Those of the digests that everybody may know of who reads the message in which was clicked: in a channel its own, in a
 * direct message those that the person looks after, or whose channels they are in.
 */
async function knownToReaders(
  { people }: Pick<ControlDeps, 'people'>,
  { user, channel: here }: Click,
  digests: readonly Subscription[],
): Promise<readonly Subscription[]> {
  if (here !== null && !here.startsWith('D')) return digests.filter(({ channel }) => channel === here)
  const channels = await people.channelsOf(user)
  return digests.filter(({ channel, owner }) => owner === user || channels?.has(channel) === true)
}

/**
 * A digest that the person may know of: of the channel in which they clicked, one that they look after, or of another
 * channel that they are in.
 * @throws {Problem} where it is gone, or not theirs to see
 */
async function digestSeen(
  { store, people }: Pick<ControlDeps, 'store' | 'people'>,
  click: Click,
  id: string,
): Promise<{ readonly digest: Subscription; readonly place: DigestPlace }> {
  const { team, user } = click
  const digest = await store.subscriptions.get(team, id)
  if (digest === null || digest.state === 'deleted')
    throw new Problem('digest_gone', 'This digest was deleted meanwhile.')
  const { channel, owner } = digest
  if (channelOf(click) !== channel && owner !== user && !(await people.channelsOf(user))?.has(channel))
    throw new Problem(
      'digest_elsewhere',
      'Slack doesn’t say that you are in this digest’s channel. Join it, wait a minute, and try again.',
    )
  return { digest, place: { team, user, channel } }
}
