import { filtersAnswer } from '../../../src/blocks/visibility/filters.ts'
import { type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: 'filters' }
const filters = {
  sources: ['ChatGPT', 'Perplexity', 'GoogleAIO'],
  brands: ['Northwind', 'Contoso', 'Fabrikam "R"'],
  countries: ['DE', 'FR', 'XX', 'Atlantis'],
  categories: [
    { value: 'Pricing', color: '#A1B2C3' },
    { value: 'Support', color: 'red; background: url(x)' },
    { value: 'Trail running', color: null },
  ],
}

export const filtersGroup: ExhibitGroup = {
  title: 'Filters',
  exhibits: [
    exhibit({
      name: 'filters',
      when: 'You asked which filters this workspace has.',
      data: { filters, options },
      draw: ({ filters, options }) => filtersAnswer(filters, options),
    }),
    exhibit({
      name: 'filters-many',
      when: 'There are more brands than a message holds.',
      data: {
        filters: { ...filters, brands: Array.from({ length: 900 }, (_, index) => `Brand number ${index}`) },
        options,
      },
      draw: ({ filters, options }) => filtersAnswer(filters, options),
    }),
    exhibit({
      name: 'filters-none',
      when: 'The workspace has no analysis yet.',
      data: { filters: { sources: [], brands: [], countries: [], categories: [] }, options },
      draw: ({ filters, options }) => filtersAnswer(filters, options),
    }),
  ],
}
