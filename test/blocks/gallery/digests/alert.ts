import { type AlertNews, alertMessage } from '../../../../src/blocks/digests/alert.ts'
import type { AlertEvent } from '../../../../src/model/alert.ts'
import { standing, week } from '../../fixtures.ts'
import { type ExhibitGroup, inChannel } from '../exhibit.ts'

const timeZone = 'Europe/Berlin'
const period = { ...week('2026-11-09'), timeZone }
const own = standing('Northwind', 3, 2, [38.2, 40.1], { mine: true })
const overtaken = { kind: 'overtaken', rival: standing('Contoso', 2, 3, [38.9, 37.7]), own } as const
const fall = {
  kind: 'step',
  direction: -1,
  points: -6.24,
  from: '2026-10-26',
  again: false,
  before: 44.6,
} as const
const sentiment = {
  kind: 'sentiment',
  subreddit: 'running',
  sentiment: 'Negative',
  before: 'Mixed',
  description: 'Several long threads report that the new sole wears out within 300 kilometres.',
} as const
const evaluation = {
  kind: 'evaluation',
  id: 'd4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01',
  name: 'Product pages',
  status: 'completed',
} as const

type Example<Kind> = readonly [when: string, event: Extract<AlertEvent, { kind: Kind }>]
/** An alert of each kind, alone: an exhibit, and what the outbox stores. */
export const alertExamples: { readonly [Kind in AlertEvent['kind']]: Example<Kind> } = {
  overtaken: ['A competitor passed you in the newest week.', overtaken],
  fall: [
    'Your visibility fell by more points than the digest’s limit. It began two weeks ago, and became clear now.',
    { kind: 'fall', own, limit: 5, since: fall, gap: null },
  ],
  vanished: [
    'No answer names you anymore.',
    { kind: 'vanished', last: { own, period: { ...week('2026-11-02'), timeZone }, of: 5 } },
  ],
  sentiment: ['The sentiment of a subreddit turned negative.', sentiment],
  evaluation: ['A website evaluation that a person watches in this channel is done.', evaluation],
}

export const alertNews = (more: Partial<AlertNews>): AlertNews => ({
  digest: { id: '5d0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e01', name: 'Weekly brand visibility' },
  events: [overtaken],
  left: 0,
  period,
  engines: [],
  figures: 'visibility week 2026-11-09',
  quiet: { from: '22:00', to: '07:00', timeZone },
  ...more,
})

const alone = Object.entries(alertExamples).map(
  ([kind, [when, event]]) => [`alert-${kind}`, [when, alertNews({ events: [event] })]] as const,
)

export const alertGroup: ExhibitGroup = {
  title: 'Alerts between digests',
  exhibits: inChannel((...all: AlertNews[]) => all.map(alertMessage), {
    ...Object.fromEntries(alone),
    'alert-overtaken-twice': [
      'Two competitors passed you at once, on one engine.',
      alertNews({
        events: [overtaken, { ...overtaken, rival: standing('Fabrikam', 1, 4, [39.4, 36]) }],
        engines: ['ChatGPT'],
        quiet: null,
      }),
    ],
    'alert-fall-now': [
      'Your visibility fell in this week.',
      alertNews({
        events: [
          {
            kind: 'fall',
            own: standing('Northwind', 3, 3, [32.2, 40.1], { mine: true }),
            limit: 5,
            since: null,
            gap: null,
          },
        ],
      }),
    ],
    'alert-several': [
      'A bad night: all alerts come in one message. The earlier sentiment of one subreddit is unknown.',
      alertNews({
        events: [
          overtaken,
          { kind: 'fall', own, limit: 1, since: null, gap: { points: -1.84, without: ['GoogleAIO'] } },
          sentiment,
          { ...sentiment, subreddit: 'marathon', sentiment: 'negative', before: null, description: '' },
          { ...evaluation, status: 'failed' },
        ],
        left: 3,
      }),
    ],
  }),
}
