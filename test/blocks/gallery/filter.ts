import { type FilterForm, filterModal } from '../../../src/blocks/visibility/filter-form.ts'
import { noFilters } from '../../../src/model/question.ts'
import { market } from '../fixtures.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

export const filterForm = (more: Partial<FilterForm> = {}): FilterForm => ({
  metadata: {
    channel: 'C0TEAM',
    workspace: { organizationId: 'org', workspaceId: 'ws' },
    responseAddress: 'https://hooks.slack.com/actions/T0/1/2',
    threadTs: null,
    replaces: true,
    open: false,
    asked: {},
  },
  draft: { period: 'week 2026-11-09', engines: [], brands: [], filters: noFilters },
  engines: ['ChatGPT', 'Perplexity', 'GoogleAIO', 'Gemini'],
  brands: market.map(({ brand }) => brand),
  ...more,
})

export const everyFilter = {
  competitorTypes: ['COMPARISON_SITE', 'QA_FORUM'],
  keywordTypes: ['Brand'],
  funnelStages: ['ToFu', 'MoFu'],
  personas: ['head of it', 'a, b'],
  topics: ['t1', 't2'],
  thematics: ['3f1c9a20-0000-4000-8000-000000000001'],
  strengths: ['s1'],
  weaknesses: ['w1'],
  neutralsOnly: true,
  search: 'crm tools',
}

const draft = {
  period: 'last month',
  engines: ['ChatGPT', 'Claude'],
  brands: ['contoso', 'Acme'],
  filters: everyFilter,
}

export const filterGroup: ExhibitGroup = {
  title: 'The filters of a visibility answer',
  exhibits: exhibitsOf(filterModal, {
    'filter-empty': ['The answer has no filters yet.', filterForm()],
    'filter-filled': ['The answer has every filter: your choices are filled in.', filterForm({ draft })],
    'filter-long-list': [
      'There are more brands than a menu holds: it searches while you type.',
      filterForm({
        draft: { ...draft, filters: noFilters, period: '' },
        brands: Array.from({ length: 180 }, (_, index) => `Brand ${index + 1}`),
      }),
    ],
    'filter-without-lists': [
      'The analytics service doesn’t answer: you can type everything.',
      filterForm({ draft, brands: null }),
    ],
    'filter-wrong': [
      'Something that you entered can’t be used: the error is shown at its field.',
      filterForm({
        draft: { ...draft, period: 'last mnth', filters: { ...draft.filters, thematics: ['t1'] } },
      }),
      {
        errors: {
          period: 'I don’t know the period “mnth”. Try last month, or 2026-10.',
          thematics: '“t1” is no theme’s id: themes go by a UUID.',
        },
      },
    ],
    'filter-refused': [
      'The form could not be submitted.',
      filterForm(),
      {
        notice: { sentence: 'The database did not answer. Try again in a minute.', reference: 'K7QM-2XPA' },
      },
    ],
  }),
}
