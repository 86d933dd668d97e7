import { digestFormTitle } from '../blocks/digests/digest-form.ts'
import { digestHistory } from '../blocks/digests/digest-history.ts'
import { type DigestDone, digestDelete, digestsAnswer } from '../blocks/digests/digest-list.ts'
import { digestPosted } from '../blocks/digests/digest-posted.ts'
import { digestTest } from '../blocks/digests/digest-test.ts'
import type { Message } from '../blocks/kit/message.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { historyPage } from '../digests/manage/digest-history.ts'
import { describeDigests } from '../digests/manage/digests.ts'
import { Problem } from '../lib/problem.ts'
import type { Subscription } from '../store/index.ts'
import type { CommandDeps } from './deps.ts'
import { type DigestArgs, digestArgs } from './digest-args.ts'
import { digestView, inChannel, runsTold } from './digest-modals.ts'
import { digestMeant } from './digest-which.ts'
import { type Caller, defineVerb, type Plan, type Verb } from './verb.ts'

export const digestVerb: Verb = defineVerb<DigestArgs>(
  {
    name: 'digest',
    aliases: ['digests'],
    summary:
      'Sets up digests that are posted in this channel by themselves, and shows, changes, pauses, tests or posts them.',
    usage:
      'digest [list | add | now | history | edit | pause | resume | delete | test] [number or "name" of one of several]',
    examples: ['digest', 'digest list', 'digest test', 'digest history', 'digest now'],
    who: 'changers',
    warning: '“digest now” posts the digest in this channel, for everybody here.',
  },
  digestArgs,
  planOf,
)

function planOf(args: DigestArgs): Plan {
  switch (args.kind) {
    case 'open':
    case 'add':
    case 'edit':
      return {
        kind: 'modal',
        loading: () => loadingModal(digestFormTitle),
        form: (caller, deps) => digestView(args, caller, deps),
      }
    case 'list':
    case 'test':
    case 'history':
      return { kind: 'work', who: 'readers', run: (caller, deps) => answer(args, caller, deps) }
    default:
      return { kind: 'work', run: (caller, deps) => answer(args, caller, deps) }
  }
}

type WorkArgs = Exclude<DigestArgs, { kind: 'open' | 'add' | 'edit' }>

async function answer(args: WorkArgs, caller: Caller, deps: CommandDeps): Promise<Message> {
  inChannel(caller)
  const { digests } = deps
  if (args.kind === 'list') return listed(caller, deps, null)
  const all = await digests.list(caller)
  const { kind, which } = args
  if (kind === 'history') {
    const id = which === null ? null : digestMeant(all, which, kind).id
    return digestHistory(await historyPage(deps, caller, id, args.page))
  }
  // A channel without one has the digest of the settings posted.
  if (kind === 'now' && which === null && all.length === 0)
    return digestPosted({ channel: (await digests.runNow(caller, null)).channel, digest: null })
  const meant = digestMeant(all, which, kind)
  const { id, name } = meant
  switch (kind) {
    case 'now': {
      const { channel } = await digests.runNow(caller, id)
      // As it is now: one that Slack had paused runs again.
      const now = (await digests.list(caller)).filter((one) => one.id === id)
      const [digest = null] = await describeDigests(deps, now, deps.clock.now(), runsTold)
      return digestPosted({ channel, digest })
    }
    case 'test':
      return digestTest({ subscriptionId: id, digest: await digests.testRun(caller, id) })
    case 'delete': {
      const [digest] = await describeDigests(deps, [meant], deps.clock.now(), runsTold)
      return digest === undefined ? listed(caller, deps, null) : digestDelete({ digest })
    }
    default: {
      const done = await change(kind, caller, meant, deps)
      await deps.homeChanged(caller.team)
      return listed(caller, deps, { kind: done, id, name })
    }
  }
}

async function change(
  kind: 'pause' | 'resume',
  caller: Caller,
  { id, state }: Subscription,
  { digests }: CommandDeps,
): Promise<DigestDone['kind']> {
  if (kind === 'pause') return (await digests.pause(caller, id)) ? 'paused' : 'not_running'
  const resumed = await digests.resume(caller, id)
  if (resumed.ok) return state === 'paused' ? 'resumed' : 'was_running'
  throw new Problem('digest_obstacle', resumed.problems.map(({ sentence }) => sentence).join(' '))
}

async function listed(caller: Caller, deps: CommandDeps, done: DigestDone | null): Promise<Message> {
  const digests = await deps.digests.list(caller)
  const described = await describeDigests(deps, digests, deps.clock.now(), runsTold)
  return digestsAnswer({ channel: caller.channel, digests: described, done })
}
