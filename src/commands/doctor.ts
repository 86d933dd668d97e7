import { doctorAnswer } from '../blocks/settings/doctor.ts'
import { channelScope } from '../channels/settings.ts'
import { examine } from '../doctor/index.ts'
import { answering, defineVerb, noArguments, sharing, type Verb } from './verb.ts'

export const doctorVerb: Verb = defineVerb(
  {
    name: 'doctor',
    group: 'setUp',
    summary: 'Check that everything works.',
    usage: 'doctor',
    examples: ['doctor'],
    who: 'readers',
  },
  noArguments,
  answering(async (_, caller, workspace) => {
    // Without the database there are no channel settings; the rest can still be checked.
    const scope = await channelScope(workspace, caller).catch(() => null)
    const target = {
      channel: caller.channel === '' ? null : caller.channel,
      team: caller.team,
      scope: scope?.analysis ?? workspace.defaults,
    }
    const checkUps = await examine(workspace, target, (error) =>
      workspace.log.error('a doctor check failed unexpectedly', { team: caller.team, error }),
    )
    return doctorAnswer(checkUps, sharing(caller, 'doctor'))
  }),
)
