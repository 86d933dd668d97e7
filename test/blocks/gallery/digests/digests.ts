import type { DigestData } from '../../../../src/blocks/digest/data.ts'
import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { digestModal } from '../../../../src/blocks/digests/digest-form.ts'
import {
  digestDeleteModal,
  digestHistory,
  digestOutcomeModal,
  digestSaved,
  digestsAnswer,
} from '../../../../src/blocks/digests/digest-list.ts'
import { digestPreview, digestPreviewModal } from '../../../../src/blocks/digests/digest-preview.ts'
import { digestFormOf } from '../../../../src/digests/manage/digest-form.ts'
import type { DigestForm, HistoryLine } from '../../../../src/model/digest.ts'
import { defaultSettings } from '../../../../src/store/index.ts'
import { everyAlert } from '../../../every-alert.ts'
import { runningDigest } from '../../../workspace.ts'
import { type ExhibitGroup, examplesOf, exhibit, exhibitsOf } from '../exhibit.ts'
import { homeDigest } from '../home.ts'
import { digestData } from './digest.ts'

/** As the form for a new digest starts. */
const { draft: newDraft } = digestFormOf(
  runningDigest({
    name: '',
    schedule: { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Berlin' },
  }),
  [],
)

const form = (draft: Partial<DigestForm['draft']> = {}, more: Partial<DigestForm> = {}): DigestForm => ({
  metadata: {
    channel: 'C0BRAND',
    subscriptionId: null,
    mark: null,
    once: '0d4f7a52-9a0e-4a53-8f6e-3f2b6c1d7e02',
  },
  draft: { ...newDraft, ...draft },
  open: false,
  name: null,
  names: [{ filter: 'topics', id: 't1', name: 'Onboarding' }],
  ...more,
})

const existing = {
  ...form().metadata,
  subscriptionId: '5d0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e01',
  mark: 'jv9dBR6ys2kQ0xWm1cT7pA',
}

const wrong = {
  weekdays: 'Choose at least one day.',
  filters: 'I don’t know “Chatgtp”. Did you mean ChatGPT?',
}

const weekly = homeDigest()
const alerting = homeDigest({ alerts: { ...everyAlert, fall: 2.25 } })
const paused = homeDigest({
  id: '7a0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e03',
  name: 'ChatGPT every morning',
  scope: 'ChatGPT · funnel stage Bottom of funnel',
  schedule: 'Every weekday at 7:30 (New York)',
  pausedFor: 'not_in_channel',
  pausedAt: '2026-11-20T12:30:05Z',
  nextRuns: [],
  last: { state: 'failed', at: '2026-11-20T12:30:05Z', reason: 'not_in_channel', messageTs: null },
})

const byHand = homeDigest({ pausedFor: 'paused_by_hand', pausedAt: '2026-11-20T12:30:05Z', nextRuns: [] })

const forty = Array.from({ length: 40 }, (_, index) =>
  homeDigest({ id: `S${index + 1}`, name: `Digest for team ${index + 1}` }),
)

const channel = 'C0BRAND'
const of = { id: weekly.id, name: weekly.name }
type List = Parameters<typeof digestsAnswer>[0]
/** The list after something was done to the weekly digest. */
const after = (kind: NonNullable<List['done']>['kind'], ...digests: List['digests']): List => ({
  channel,
  digests,
  done: { kind, ...of },
})

const afterSlot = (slot: string, seconds: number) => String(Temporal.Instant.from(slot).add({ seconds }))

const line = ({ slot = '2026-11-16T08:00:00Z', ...more }: Partial<HistoryLine> = {}): HistoryLine => ({
  deliveryId: '1b0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e04',
  name: 'Weekly brand visibility',
  slot,
  alert: null,
  state: 'posted',
  reason: null,
  askedBy: null,
  finishedAt: afterSlot(slot, 3),
  tookMs: 2_412,
  link: 'https://northwind.slack.com/archives/C0BRAND/p1794038403000100',
  ...more,
})

const pending = { state: 'pending', finishedAt: null, tookMs: null, link: null } as const

/** A delivery that was not sent, and the seconds until that was clear. */
const unsent = (slot: string, seconds: number, more: Partial<HistoryLine>): HistoryLine =>
  line({ slot, link: null, finishedAt: afterSlot(slot, seconds), tookMs: seconds * 1_000, ...more })

export const digestsGroup: ExhibitGroup = {
  title: 'Setting digests up',
  exhibits: [
    ...exhibitsOf(digestModal, {
      'digest-form': [
        'The channel has no digest yet: every Monday at nine in the channel’s time zone, unless you change it.',
        form(),
      ],
      'digest-form-options': ['You pressed “More options”.', form({}, { open: true })],
      'digest-form-filled': [
        'You pressed “Edit”: the digest as it is.',
        form(
          {
            name: 'ChatGPT on the last day',
            days: 'monthly',
            monthDay: 'last',
            time: '18:30',
            timeZone: 'America/New_York',
            sections: ['visibility', 'engines', 'evaluations'],
            engines: ['ChatGPT', 'Mistral'],
            brands: ['Acme'],
            funnelStages: ['BoFu'],
            dimensions: ['topics:t1', 'topics:t2'],
            filters: 'last month',
            habits: ['onlyWhenChanged'],
            alerts: ['overtaken', 'fall', 'quiet'],
            fallsBy: '3',
          },
          { metadata: existing, name: 'ChatGPT on the last day' },
        ),
      ],
    }),
    exhibit({
      name: 'digest-form-at-fields',
      when: 'Something that you entered can’t be used: Slack shows the error at its field.',
      data: form({ filters: 'Chatgtp' }),
      errors: wrong,
      draw: (form) => digestModal(form),
    }),
    ...exhibitsOf(digestModal, {
      'digest-form-wrong': [
        'Something that you entered can’t be used; Sightline found out after Slack’s time limit for the form.',
        form({ weekdays: [], timeZone: 'Mars/Olympus', sections: [], filters: 'Chatgtp' }),
        {
          errors: {
            ...wrong,
            timeZone: 'Choose a time zone from the list, for example Europe/Paris: type a city to find it.',
            sections: 'Choose at least one section.',
          },
        },
      ],
      'digest-form-refused': [
        'Sightline can’t post in this channel: nothing is saved, and the form says how to fix it.',
        form(),
        {
          notice: {
            sentence:
              'Sightline is not in the channel. Type /invite @Sightline there, then try again.\nNothing was saved; what you entered is below.',
            reference: null,
          },
        },
      ],
    }),
    ...exhibitsOf(digestSaved, {
      'digest-saved': [
        'The digest is set up.',
        { digest: homeDigest({ last: null }), settings: defaultSettings, isNew: true },
      ],
      'digest-saved-paused': [
        'You changed a digest that is paused.',
        {
          digest: byHand,
          settings: {
            ...defaultSettings,
            sections: ['visibility', 'engines', 'evaluations'],
            onlyWhenChanged: true,
            detailsInThread: false,
          },
          isNew: false,
        },
      ],
    }),
    ...examplesOf(digestsAnswer, {
      digests: ['You typed /sightline digest.', [{ channel, digests: [alerting, paused], done: null }]],
      'digests-changed': [
        'You paused a digest, paused it again, resumed it, resumed it again, turned its alerts off, and deleted it.',
        [after('paused', byHand)],
        [after('not_running', byHand)],
        [after('resumed', weekly)],
        [after('was_running', weekly)],
        [after('alerts_off', weekly)],
        [after('deleted')],
      ],
      'digests-none': [
        'You typed /sightline digest in a channel without one.',
        [{ channel, digests: [], done: null }],
      ],
      'digests-forty': [
        'The channel has forty digests, and you resumed the last one: each takes one line.',
        [
          {
            channel,
            digests: forty,
            done: { kind: 'resumed', id: 'S40', name: 'Digest for team 40' },
          },
        ],
      ],
    }),
    ...exhibitsOf(digestDeleteModal, {
      'digest-delete-asked': [
        'You chose “Delete…” in a digest’s menu, or typed /sightline digest delete.',
        weekly,
        { listAddress: 'https://hooks.slack.com/actions/T0/1/2' },
      ],
      'digest-delete-asked-paused': ['The digest is paused already.', byHand, { listAddress: null }],
    }),
    ...exhibitsOf(digestOutcomeModal, {
      'digest-deleted': ['You pressed “Delete” there.', { kind: 'deleted', ...of }],
    }),
    ...exhibitsOf((id: string, data: DigestData) => digestPreview(id, digestMessages(data)), {
      'digest-preview': [
        'You typed /sightline digest preview: only you see it.',
        weekly.id,
        digestData({ label: 'Preview: only you can see this. Nothing was posted.' }),
      ],
    }),
    ...exhibitsOf((data: DigestData) => digestPreviewModal(digestMessages(data)), {
      'digest-preview-modal': [
        'You pressed “Preview” in the form: the digest with what you have entered.',
        digestData({ label: 'Preview: only you can see this. Nothing was posted or saved.' }),
      ],
    }),
    ...examplesOf(digestHistory, {
      'digest-history': [
        'You typed /sightline digest history: the first of several pages, for all digests of the channel.',
        [
          {
            channel,
            of: null,
            lines: [
              line({ slot: '2026-11-20T13:14:00Z', askedBy: 'U0BEN', ...pending }),
              line({
                slot: '2026-11-20T12:30:00Z',
                name: 'ChatGPT every morning',
                reason: 'ratelimited',
                ...pending,
              }),
              line(),
              line({ slot: '2026-11-13T15:04:00Z', askedBy: 'U0ANA' }),
              line({
                slot: '2026-11-12T06:00:00Z',
                alert: '▼ Contoso overtook Northwind: 38.9% visibility against 38.2%.',
              }),
              unsent('2026-11-09T08:00:00Z', 2, { state: 'skipped', reason: 'quiet' }),
              unsent('2026-11-02T08:00:00Z', 54_000, { state: 'skipped', reason: 'missed', tookMs: null }),
              unsent('2026-10-30T08:00:00Z', 1, {
                state: 'skipped',
                reason: { code: 'digest_paused', cause: 'paused_by_hand' },
              }),
              unsent('2026-10-26T08:00:00Z', 1, { state: 'failed', reason: 'not_in_channel' }),
              unsent('2026-10-19T07:00:00Z', 10, { state: 'unknown', reason: 'no_answer' }),
            ],
            page: 1,
            hasOlder: true,
          },
        ],
      ],
      'digest-history-one': [
        'The last page of one digest’s history; then the history of a new digest.',
        [{ channel, of, lines: [line()], page: 2, hasOlder: false }],
        [{ channel, of, lines: [], page: 1, hasOlder: false }],
      ],
    }),
  ],
}
