import { filtersAnswer } from '../../../src/blocks/visibility/filters.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

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
const brands = Array.from({ length: 900 }, (_, index) => `Brand number ${index}`)

export const filtersGroup: ExhibitGroup = {
  title: 'Filters',
  exhibits: exhibitsOf(filtersAnswer, {
    filters: ['You asked which filters this workspace has.', filters, options],
    'filters-many': ['There are more brands than a message holds.', { ...filters, brands }, options],
    'filters-none': [
      'The workspace has no analysis yet.',
      { sources: [], brands: [], countries: [], categories: [] },
      options,
    ],
  }),
}
