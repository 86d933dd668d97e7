import { doctorAnswer } from '../../../src/blocks/settings/doctor.ts'
import { type Status, statusAnswer } from '../../../src/blocks/settings/status.ts'
import type { ChannelSummary } from '../../../src/model/channel.ts'
import type { CheckUp } from '../../../src/model/check-up.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'
import { homeDigest } from './home.ts'

export const configured = <T>(value: T) => ({ value, from: 'configuration' }) as const
const fromChannel = <T>(value: T) => ({ value, from: 'channel' }) as const

const { link: _, ...weekly } = homeDigest({ nextRuns: ['2026-11-23T08:00:00Z', '2026-11-30T08:00:00Z'] })

export const settings: ChannelSummary = {
  channel: 'C0BRAND',
  organization: configured({ id: '5f0c7a1e-0000-4000-8000-000000000001', name: 'Northwind Group' }),
  workspace: fromChannel({ id: '0b9d3c52-0000-4000-8000-000000000002', name: 'Northwind CRM' }),
  analysis: fromChannel({ id: '77e1d0aa-0000-4000-8000-000000000003', name: null }),
  timeZone: configured('Europe/Berlin'),
  subreddits: fromChannel(['saas', 'smallbusiness', 'crm']),
  noiseBand: configured(1),
  digestLength: 'brief',
  filterNames: [
    { filter: 'topics', id: '3f1c9a20', name: 'Onboarding' },
    { filter: 'topics', id: '3f1c9a21', name: 'Pricing' },
    { filter: 'personas', id: 'cmo', name: 'Head of marketing' },
  ],
  tracked: { configured: 2, addedHere: 1 },
  changed: { by: 'U0ANA', at: '2026-11-12T14:20:00Z' },
}

const status: Status = {
  settings,
  undelivered: [
    {
      name: 'ChatGPT every morning',
      kind: 'paused',
      reason: 'user_not_found',
      at: '2026-11-16T12:30:04Z',
    },
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

export const bareSettings: ChannelSummary = {
  ...settings,
  workspace: configured({ id: '0b9d3c52-0000-4000-8000-000000000002', name: null }),
  analysis: configured({ id: '77e1d0aa-0000-4000-8000-000000000003', name: null }),
  subreddits: configured([]),
  digestLength: 'full',
  filterNames: [],
  tracked: { configured: 0, addedHere: 0 },
  changed: null,
}

const bare: Status = {
  ...status,
  settings: bareSettings,
  undelivered: [],
  digests: [],
  rules: { changers: { kind: 'anyone' }, guests: 'nothing' },
}

const byConnection = <T>(value: T) => ({ value, from: 'connection' }) as const

const connectedStatus: Status = {
  ...bare,
  settings: {
    ...bareSettings,
    organization: byConnection({ id: '5f0c7a1e-0000-4000-8000-000000000001', name: 'Northwind Group' }),
    workspace: byConnection({ id: '0b9d3c52-0000-4000-8000-000000000002', name: 'Northwind CRM' }),
    analysis: byConnection({ id: '77e1d0aa-0000-4000-8000-000000000003', name: null }),
  },
  rules: { changers: { kind: 'admins' }, guests: 'nothing' },
}

const checks: readonly CheckUp[] = [
  {
    name: 'Slack token',
    finding: {
      state: 'passed',
      words: 'Slack accepted the bot token: bot user U0SIGHTLINE in workspace T0NORTHWIND.',
    },
  },
  {
    name: 'This channel',
    finding: {
      state: 'failed',
      words: 'Sightline is not in the channel.',
      fix: 'Type /invite @Sightline there. Commands work without it, but digests don’t.',
    },
  },
  {
    name: 'Clock',
    finding: {
      state: 'not_checked',
      words: 'Slack didn’t say the time. This machine has time-zone data 2026b.',
    },
  },
]

const asked = (command: string) => ({ shareable: true, command })

export const statusGroup: ExhibitGroup = {
  title: 'Status and doctor',
  exhibits: [
    exhibit({
      name: 'status',
      when: 'You asked for the channel’s settings.',
      data: { status, options: asked('status') },
      draw: ({ status, options }) => statusAnswer(status, options),
    }),
    exhibit({
      name: 'status-unset',
      when: 'The channel has no settings of its own.',
      data: { status: bare, options: asked('status') },
      draw: ({ status, options }) => statusAnswer(status, options),
    }),
    exhibit({
      name: 'status-connected',
      when: 'One of several Slack workspaces: its analysis was entered with its API key.',
      data: { status: connectedStatus, options: asked('status') },
      draw: ({ status, options }) => statusAnswer(status, options),
    }),
    exhibit({
      name: 'doctor',
      when: 'You asked whether everything works, and something doesn’t.',
      data: { checks, options: asked('doctor') },
      draw: ({ checks, options }) => doctorAnswer(checks, options),
    }),
    exhibit({
      name: 'doctor-well',
      when: 'Everything works.',
      data: { checks: checks.slice(0, 1), options: asked('doctor') },
      draw: ({ checks, options }) => doctorAnswer(checks, options),
    }),
  ],
}
