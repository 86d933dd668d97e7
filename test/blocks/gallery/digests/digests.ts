import { digestMessages } from '../../../../src/blocks/digest/digest.ts'
import { digestModal } from '../../../../src/blocks/digests/digest-form.ts'
import {
  digestDeleteModal,
  digestHistory,
  digestOutcomeModal,
  digestsAnswer,
} from '../../../../src/blocks/digests/digest-list.ts'
import { digestPreview, digestPreviewModal } from '../../../../src/blocks/digests/digest-preview.ts'
import { digestSaved } from '../../../../src/blocks/digests/digest-saved.ts'
import { digestFormOf } from '../../../../src/digests/manage/digest-form.ts'
import type { DigestForm, HistoryLine } from '../../../../src/model/digest.ts'
import { defaultSettings } from '../../../../src/store/index.ts'
import { runningDigest } from '../../../workspace.ts'
import { type ExhibitGroup, exhibit } from '../exhibit.ts'
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

const settings = defaultSettings

const weekly = homeDigest()
const alerting = homeDigest({
  alerts: {
    overtaken: true,
    visibilityFallsBy: 3,
    sentimentNegative: true,
    evaluationDone: true,
    quietHours: { from: '22:00', to: '07:00' },
  },
})
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

type List = Parameters<typeof digestsAnswer>[0]
/** The list after something was done to the weekly digest. */
const change = (kind: NonNullable<List['done']>['kind'], ...digests: List['digests']) => ({
  list: { channel: 'C0BRAND', digests, done: { kind, id: weekly.id, name: weekly.name } },
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
    exhibit({
      name: 'digest-form',
      when: 'The channel has no digest yet: every Monday at nine in the channel’s time zone, unless you change it.',
      data: form(),
      draw: (form) => digestModal(form),
    }),
    exhibit({
      name: 'digest-form-options',
      when: 'You pressed “More options”.',
      data: form({}, { open: true }),
      draw: (form) => digestModal(form),
    }),
    exhibit({
      name: 'digest-form-filled',
      when: 'You pressed “Edit”: the digest as it is.',
      data: form(
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
      draw: (form) => digestModal(form),
    }),
    exhibit({
      name: 'digest-form-at-fields',
      when: 'Something that you entered can’t be used: Slack shows the error at its field.',
      data: form({ filters: 'Chatgtp' }),
      errors: {
        weekdays: 'Choose at least one day.',
        filters: 'I don’t know “Chatgtp”. Did you mean ChatGPT?',
      },
      draw: (form) => digestModal(form),
    }),
    exhibit({
      name: 'digest-form-wrong',
      when: 'Something that you entered can’t be used; Sightline found out after Slack’s time limit for the form.',
      data: {
        form: form({ weekdays: [], timeZone: 'Mars/Olympus', sections: [], filters: 'Chatgtp' }),
        errors: {
          weekdays: 'Choose at least one day.',
          timeZone: 'Choose a time zone from the list, for example Europe/Paris: type a city to find it.',
          sections: 'Choose at least one section.',
          filters: 'I don’t know “Chatgtp”. Did you mean ChatGPT?',
        },
      },
      draw: ({ form, errors }) => digestModal(form, { errors }),
    }),
    exhibit({
      name: 'digest-form-refused',
      when: 'Sightline can’t post in this channel: nothing is saved, and the form says how to fix it.',
      data: {
        form: form(),
        notice: {
          sentence:
            'Sightline is not in the channel. Type /invite @Sightline there, then try again.\nNothing was saved; what you entered is below.',
          reference: null,
        },
      },
      draw: ({ form, notice }) => digestModal(form, { notice }),
    }),
    exhibit({
      name: 'digest-saved',
      when: 'The digest is set up.',
      data: { digest: homeDigest({ last: null }), settings, isNew: true },
      draw: digestSaved,
    }),
    exhibit({
      name: 'digest-saved-paused',
      when: 'You changed a digest that is paused.',
      data: {
        digest: homeDigest({ pausedFor: 'paused_by_hand', pausedAt: '2026-11-10T10:00:00Z', nextRuns: [] }),
        settings: {
          ...settings,
          sections: ['visibility', 'engines', 'evaluations'] as const,
          onlyWhenChanged: true,
          detailsInThread: false,
        },
        isNew: false,
      },
      draw: digestSaved,
    }),
    exhibit({
      name: 'digest-saved-alerts',
      when: 'You saved a digest with alerts.',
      data: { digest: alerting, settings, isNew: false },
      draw: digestSaved,
    }),
    exhibit({
      name: 'digests',
      when: 'You typed /sightline digest.',
      data: { channel: 'C0BRAND', digests: [alerting, paused], done: null },
      draw: digestsAnswer,
    }),
    exhibit({
      name: 'digests-changed',
      when: 'You paused a digest, paused it again, resumed it, resumed it again, turned its alerts off, and deleted it.',
      data: [
        change('paused', byHand),
        change('not_running', byHand),
        change('resumed', weekly),
        change('was_running', weekly),
        change('alerts_off', weekly),
        change('deleted'),
      ],
      draw: (each) => each.map(({ list }) => digestsAnswer(list)),
    }),
    exhibit({
      name: 'digests-none',
      when: 'You typed /sightline digest in a channel without one.',
      data: { channel: 'C0BRAND', digests: [], done: null },
      draw: digestsAnswer,
    }),
    exhibit({
      name: 'digests-forty',
      when: 'The channel has forty digests, and you resumed the last one: each takes one line.',
      data: {
        channel: 'C0BRAND',
        digests: Array.from({ length: 40 }, (_, index) => ({
          ...weekly,
          id: `S${index + 1}`,
          name: `Digest for team ${index + 1}`,
        })),
        done: { kind: 'resumed', id: 'S40', name: 'Digest for team 40' } as const,
      },
      draw: digestsAnswer,
    }),
    exhibit({
      name: 'digest-delete-asked',
      when: 'You chose “Delete…” in a digest’s menu, or typed /sightline digest delete.',
      data: {
        digest: weekly,
        place: { channel: 'C0BRAND', listAddress: 'https://hooks.slack.com/actions/T0/1/2' },
      },
      draw: ({ digest, place }) => digestDeleteModal(digest, place),
    }),
    exhibit({
      name: 'digest-deleted',
      when: 'You pressed “Delete” there.',
      data: { kind: 'deleted', id: weekly.id, name: weekly.name } as const,
      draw: digestOutcomeModal,
    }),
    exhibit({
      name: 'digest-preview',
      when: 'You typed /sightline digest preview: only you see it.',
      data: {
        subscriptionId: weekly.id,
        data: digestData({ label: 'Preview: only you can see this. Nothing was posted.' }),
      },
      draw: ({ subscriptionId, data }) => digestPreview(subscriptionId, digestMessages(data)),
    }),
    exhibit({
      name: 'digest-preview-modal',
      when: 'You pressed “Preview” in the form: the digest with what you have entered.',
      data: digestData({ label: 'Preview: only you can see this. Nothing was posted or saved.' }),
      draw: (data) => digestPreviewModal(digestMessages(data)),
    }),
    exhibit({
      name: 'digest-history',
      when: 'You typed /sightline digest history: the first of several pages, for all digests of the channel.',
      data: {
        channel: 'C0BRAND',
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
      draw: digestHistory,
    }),
    exhibit({
      name: 'digest-history-one',
      when: 'The last page of one digest’s history; then the history of a new digest.',
      data: [
        { lines: [line()], page: 2 },
        { lines: [], page: 1 },
      ].map((more) => ({
        channel: 'C0BRAND',
        of: { id: weekly.id, name: weekly.name },
        hasOlder: false,
        ...more,
      })),
      draw: (all) => all.map(digestHistory),
    }),
  ],
}
