import { type AlertNews, alertMessage } from '../../../../src/blocks/digests/alert.ts'
import { standing, week } from '../../fixtures.ts'
import { type ExhibitGroup, inChannel } from '../exhibit.ts'

const own = standing('Northwind', 3, 2, [38.2, 40.1], { mine: true })
const contoso = standing('Contoso', 2, 3, [38.9, 37.7])

export const alertNews = (more: Partial<AlertNews>): AlertNews => ({
  digest: { id: '5d0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e01', name: 'Weekly brand visibility' },
  events: [{ kind: 'overtaken', rival: contoso, own }],
  left: 0,
  period: { ...week('2026-11-09'), timeZone: 'Europe/Berlin' },
  engines: [],
  figures: 'visibility week 2026-11-09',
  quiet: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
  ...more,
})

const evaluation = (name: string, status: string | null) =>
  ({ kind: 'evaluation', id: 'd4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d01', name, status }) as const

const sentiment = (subreddit: string, now: string, before: string | null, description: string) =>
  ({ kind: 'sentiment', subreddit, sentiment: now, before, description }) as const
const overtaken = { kind: 'overtaken', rival: contoso, own } as const

export const alertGroup: ExhibitGroup = {
  title: 'Alerts between digests',
  exhibits: inChannel((...all: AlertNews[]) => all.map(alertMessage), {
    'alert-overtaken': [
      'A competitor passed you in the newest week; then two at once, on one engine.',
      alertNews({}),
      alertNews({
        events: [overtaken, { ...overtaken, rival: standing('Fabrikam', 1, 4, [39.4, 36]) }],
        engines: ['ChatGPT'],
        quiet: null,
      }),
    ],
    'alert-fall': [
      'Your visibility fell by more points than the digest’s limit.',
      alertNews({
        events: [{ kind: 'fall', own: standing('Northwind', 3, 3, [32.2, 40.1], { mine: true }), limit: 5 }],
      }),
    ],
    'alert-fall-since': [
      'The fall began two weeks ago, and became clear now.',
      alertNews({
        events: [{ kind: 'fall', own, limit: 5, since: { from: '2026-10-26', points: -6.24 } }],
      }),
    ],
    'alert-sentiment': [
      'The sentiment of a subreddit turned negative; for the second one, the earlier sentiment is unknown.',
      alertNews({
        events: [
          sentiment(
            'running',
            'Negative',
            'Mixed',
            'Several long threads report that the new sole wears out within 300 kilometres.',
          ),
          sentiment('marathon', 'negative', null, ''),
        ],
        quiet: null,
      }),
    ],
    'alert-evaluation': [
      'A website evaluation that a person watches in this channel is done.',
      alertNews({ events: [evaluation('Product pages', 'completed')] }),
    ],
    'alert-several': [
      'A bad night: all alerts come in one message.',
      alertNews({
        events: [
          overtaken,
          { kind: 'fall', own, limit: 1 },
          sentiment(
            'running',
            'negative',
            'neutral',
            'The new sole wears out within 300 kilometres, say several threads.',
          ),
          evaluation('Product pages', 'failed'),
        ],
        left: 3,
      }),
    ],
  }),
}
