/** The filter fields of the digest form: menus, and a text field for filters that have no menu. */

import type { DigestForm } from '../../model/digest.ts'
import type { Option } from '../../model/form-values.ts'
import type { Block } from '../../model/message.ts'
import type { FilterName } from '../../store/index.ts'
import { multiSearchField, multiSelectField } from '../forms/choice.ts'
import { textField } from '../forms/fields.ts'
import { engineName } from '../kit/engine-names.ts'
import { shortId } from '../kit/ids.ts'
import {
  competitorTypeLabels,
  funnelStageLabels,
  keywordTypeLabels,
} from '../visibility/visibility-filters.ts'
import { isShown, type NamedField } from './digest-form-state.ts'

const kinds: Readonly<Record<FilterName['filter'], string>> = {
  topics: 'Topic',
  personas: 'Persona',
  thematics: 'Theme',
}

export function filterFields(form: DigestForm, field: NamedField): Block[] {
  const { engines, brands, siteTypes, keywordTypes, funnelStages, dimensions, filters } = form.draft
  return [
    multiSearchField({ ...field('engines', 'Engines'), optional: true, chosen: engines, nameOf: engineName }),
    multiSearchField({
      ...field('brands', 'Brands', 'Shows only these and yours. Ranks still count every matching brand.'),
      optional: true,
      chosen: brands,
    }),
    multiSelectField({
      ...field('siteTypes', 'Site types'),
      optional: true,
      options: labelled(competitorTypeLabels),
      chosen: siteTypes,
    }),
    multiSelectField({
      ...field('keywordTypes', 'Keyword types'),
      optional: true,
      options: labelled(keywordTypeLabels),
      chosen: keywordTypes,
    }),
    multiSelectField({
      ...field('funnelStages', 'Funnel stages'),
      optional: true,
      options: labelled(funnelStageLabels),
      chosen: funnelStages,
    }),
    ...(isShown('dimensions', form)
      ? [
          multiSelectField({
            ...field('dimensions', 'Topics, personas, themes', 'Those named in this channel’s settings.'),
            optional: true,
            options: dimensionOptions(form),
            chosen: dimensions,
          }),
        ]
      : []),
    textField({
      ...field('filters', 'Other filters', 'For example: last month, or search:"pricing".'),
      optional: true,
      value: filters,
      most: 500,
    }),
  ]
}

/** The filters that the channel has named. A chosen one that no longer has a name is shown by its id. */
function dimensionOptions({ names, draft }: DigestForm): readonly Option[] {
  const named = names.map(({ filter, id, name }) => ({
    text: `${kinds[filter]}: ${name}`,
    value: dimensionValue(filter, id),
  }))
  const unnamed = draft.dimensions
    .filter((value) => !named.some((option) => option.value === value))
    .map((value) => {
      const one = dimensionOf(value)
      return { text: one === null ? value : `${kinds[one.filter]} ${shortId(one.id)}`, value }
    })
  return [...named, ...unnamed]
}

export function dimensionValue(filter: FilterName['filter'], id: string): string {
  return `${filter}:${id}`
}

/** `null`: not a value of the menu. */
export function dimensionOf(value: string): Pick<FilterName, 'filter' | 'id'> | null {
  const [, filter = '', id = ''] = /^(\w+):(.+)$/su.exec(value) ?? []
  return Object.hasOwn(kinds, filter) ? { filter: filter as FilterName['filter'], id } : null
}

function labelled(labels: Readonly<Record<string, string>>): readonly Option[] {
  return Object.entries(labels).map(([value, text]) => ({ text, value }))
}
