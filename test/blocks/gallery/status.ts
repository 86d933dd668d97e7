import type { AnswerOptions } from '../../../src/blocks/kit/elements.ts'
import { doctorAnswer } from '../../../src/blocks/settings/doctor.ts'
import { type ChannelSummary, trackedInWords } from '../../../src/blocks/settings/setup-words.ts'
import { type Status, statusAnswer } from '../../../src/blocks/settings/status.ts'
import { type PlaceNames, settingsInWords } from '../../../src/channels/settings.ts'
import type { ChannelDefaults, EditableSettings } from '../../../src/model/channel.ts'
import type { CheckUp } from '../../../src/model/check-up.ts'
import { plainDefaults } from '../../workspace.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'
import { homeDigest } from './home.ts'

const { link: _, ...weekly } = homeDigest()

/** A channel's settings, as values. */
export interface Settings {
  readonly own: Partial<EditableSettings>
  readonly defaults: ChannelDefaults
  readonly names: PlaceNames
  readonly tracked: number
  readonly changed: ChannelSummary['changed']
}

export function summarized({ own, defaults, names, tracked, changed }: Settings): ChannelSummary {
  const inWords = settingsInWords(own, defaults, names)
  const recommendations = trackedInWords(tracked)
  return { channel: 'C0BRAND', settings: [...inWords, recommendations], changed }
}

const organizationId = '5f0c7a1e-0000-4000-8000-000000000001'
const workspaceId = '0b9d3c52-0000-4000-8000-000000000002'
const projectId = '77e1d0aa-0000-4000-8000-000000000003'

export const settings: Settings = {
  own: {
    announceTasksIn: 'C0TEAM',
    workspaceId,
    projectId,
    subreddits: ['saas', 'smallbusiness', 'crm'],
    filterNames: [
      { filter: 'topics', id: '3f1c9a20', name: 'Onboarding' },
      { filter: 'topics', id: '3f1c9a21', name: 'Pricing' },
      { filter: 'personas', id: 'cmo', name: 'Head of marketing' },
    ],
  },
  defaults: { ...plainDefaults, organizationId, workspaceId, projectId, timeZone: 'Europe/Berlin' },
  names: new Map([
    [organizationId, 'Northwind Group'],
    [workspaceId, 'Northwind CRM'],
  ]),
  tracked: 3,
  changed: { by: 'U0ANA', at: '2026-11-12T14:20:00Z' },
}

type Shown = Omit<Status, 'settings'> & { readonly settings: Settings }

const status: Shown = {
  settings,
  undelivered: [
    { name: 'ChatGPT every morning', kind: 'paused', reason: 'user_not_found', at: '2026-11-16T12:30:04Z' },
  ],
  digests: [
    weekly,
    {
      ...weekly,
      name: 'ChatGPT every morning',
      schedule: 'Every weekday at 7:30 (New York)',
      pausedFor: 'not_in_channel',
      pausedAt: '2026-11-16T12:30:02Z',
      nextRuns: [],
      last: { state: 'failed', at: '2026-11-16T12:30:02Z', reason: 'not_in_channel', messageTs: null },
    },
  ],
  rules: { changers: { kind: 'list', users: ['U0ANA', 'U0BEN'], groups: ['S0BRAND'] }, guests: 'read' },
}

export const bareSettings: Settings = {
  ...settings,
  own: { subreddits: ['saas'] },
  names: new Map([[organizationId, 'Northwind Group']]),
  tracked: 0,
  changed: null,
}

const bare: Shown = {
  ...status,
  settings: bareSettings,
  undelivered: [],
  digests: [],
  rules: { changers: { kind: 'anyone' }, guests: 'nothing' },
}

const check = (name: string, finding: CheckUp['finding']) => ({ name, finding })
const checks = [
  check('Slack token', {
    state: 'passed',
    words: 'Slack accepted the bot token: bot user U0SIGHTLINE in workspace T0NORTHWIND.',
  }),
  check('This channel', {
    state: 'failed',
    words: 'Sightline is not in the channel.',
    fix: 'Type /invite @Sightline there. Commands work without it, but digests don’t.',
  }),
  check('Clock', {
    state: 'not_checked',
    words: 'Slack didn’t say the time. This machine has time-zone data 2026b.',
  }),
]

const answer = ({ settings, ...rest }: Shown, options: AnswerOptions) =>
  statusAnswer({ ...rest, settings: summarized(settings) }, options)

const asked = (command: string) => ({ shareable: true, command })

export const statusGroup: ExhibitGroup = {
  title: 'Status and doctor',
  exhibits: [
    ...exhibitsOf(answer, {
      status: ['You asked for the channel’s settings.', status, asked('status')],
      'status-unset': ['The channel has no settings of its own.', bare, asked('status')],
      'status-connected': [
        'One of several Slack workspaces: its analysis was entered with its API key.',
        {
          ...bare,
          settings: {
            ...bareSettings,
            defaults: { ...settings.defaults, placeFrom: 'connection' },
            names: settings.names,
          },
          rules: { changers: { kind: 'admins' }, guests: 'nothing' },
        },
        asked('status'),
      ],
    }),
    ...exhibitsOf(doctorAnswer, {
      doctor: ['You asked whether everything works, and something doesn’t.', checks, asked('doctor')],
      'doctor-well': ['Everything works.', checks.slice(0, 1), asked('doctor')],
    }),
  ],
}
