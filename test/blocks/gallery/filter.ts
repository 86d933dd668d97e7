import { loadingModal } from '../../../src/blocks/forms/modal.ts'
import { type FilterForm, filterModal, filterTitle } from '../../../src/blocks/visibility/filter-form.ts'
import { noFilters } from '../../../src/model/filters.ts'
import { market } from '../fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

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

const asked = {
  engines: ['ChatGPT', 'Claude'],
  brands: ['contoso', 'Acme'],
  filters: {
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
  },
}

const opened = (name: string, when: string, data: FilterForm): Exhibit =>
  exhibit({ name, when, data, draw: (form) => filterModal(form) })

export const filterGroup: ExhibitGroup = {
  title: 'The filters of a visibility answer',
  exhibits: [
    exhibit({
      name: 'filter-loading',
      when: 'You clicked “Filter”, and the lists of engines and brands are on their way.',
      data: { title: filterTitle },
      draw: ({ title }) => loadingModal(title),
    }),
    opened('filter-empty', 'The answer has no filters yet.', filterForm()),
    opened(
      'filter-filled',
      'The answer has every filter: your choices are filled in.',
      filterForm({ draft: { ...asked, period: 'last month' } }),
    ),
    opened(
      'filter-long-list',
      'There are more brands than a menu holds: it searches while you type.',
      filterForm({
        draft: { ...asked, filters: noFilters, period: '' },
        brands: Array.from({ length: 180 }, (_, index) => `Brand ${index + 1}`),
      }),
    ),
    opened(
      'filter-without-lists',
      'The analytics service doesn’t answer: you can type everything.',
      filterForm({ draft: { ...asked, period: 'last month' }, brands: null }),
    ),
    exhibit({
      name: 'filter-wrong',
      when: 'Something that you entered can’t be used: the error is shown at its field.',
      data: {
        form: filterForm({
          draft: { ...asked, period: 'last mnth', filters: { ...asked.filters, thematics: ['t1'] } },
        }),
        errors: {
          period: 'I don’t know the period “mnth”. Name a period, for example: last month, or 2026-10.',
          thematics: '“t1” is no theme’s id: themes go by a UUID.',
        },
      },
      draw: ({ form, errors }) => filterModal(form, { errors }),
    }),
    exhibit({
      name: 'filter-refused',
      when: 'The form could not be submitted.',
      data: {
        form: filterForm(),
        notice: { sentence: 'The database did not answer. Try again in a minute.', reference: 'K7QM-2XPA' },
      },
      draw: ({ form, notice }) => filterModal(form, { notice }),
    }),
  ],
}
