import { digestReferenceIn } from '../commands/digest-arguments.ts'
import { resolveDigest } from '../commands/resolve-digest.ts'
import { digestsIn, postNow } from '../digests/manage/manage.ts'
import { redrawHome } from '../home/index.ts'
import { Problem } from '../lib/problem.ts'
import { splitWords } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import { messageLink, type Workspace } from '../slack/workspace.ts'
import { channelLink } from './channel-link.ts'
import type { Step } from './step.ts'

/** The same as `/sightline digest now`. */
export const postDigestStep: Step = {
  who: 'changers',
  run: async (caller, input, workspace) => {
    const id = await digestId(caller, input('digest'), workspace)
    try {
      const { channel, ts } = await postNow(workspace, caller, id)
      await redrawHome(workspace)
      return { posted: true, summary: 'The digest was posted.', link: messageLink(workspace, channel, ts) }
    } catch (error) {
      // Not an error: this digest is posted only if something changed.
      if (!(error instanceof Problem) || error.code !== 'digest_quiet') throw error
      return { posted: false, summary: error.message, link: channelLink(workspace, caller.channel) }
    }
  },
}

/** @param named a number or a name, as after the command; @returns `null`: a channel without digests gets the configured one */
async function digestId(caller: Caller, named: string, workspace: Workspace): Promise<string | null> {
  const digests = await digestsIn(workspace, caller)
  const digest = digestReferenceIn(splitWords(named))
  return digest === null && digests.length === 0 ? null : resolveDigest(digests, digest, 'now').id
}
