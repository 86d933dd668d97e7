import { doctorAnswer } from '../blocks/settings/doctor.ts'
import { scopeOf, sharing } from './deps.ts'
import { noWords } from './parse/no-arguments.ts'
import { defineVerb, type Verb } from './verb.ts'

export const doctorVerb: Verb = defineVerb(
  {
    name: 'doctor',
    aliases: ['check', 'health'],
    summary:
      'Checks that everything works: Slack, this channel, the clock, the API, the schedule, the database.',
    usage: 'doctor',
    examples: ['doctor'],
    who: 'readers',
  },
  noWords,
  () => ({
    kind: 'work',
    run: async (caller, deps) => {
      // Without the database there are no settings of the channel; the rest can be checked all the same.
      const scope = await scopeOf(deps, caller).catch(() => null)
      // Asked for seldom, so loaded when it is.
      const { examine } = await import('../doctor/index.ts')
      const checkUps = await examine(deps, {
        channel: caller.channel === '' ? null : caller.channel,
        team: caller.team,
        scope: scope?.analysis ?? deps.defaults,
      })
      return doctorAnswer(checkUps, sharing(caller, 'doctor'))
    },
  }),
)
