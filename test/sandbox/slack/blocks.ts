/** Short ways to write blocks. */

export const plain = (text: string) => ({ type: 'plain_text' as const, text })
export const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text })
export const option = (text: string, value = text) => ({ text: plain(text), value })
export const options = (...texts: string[]) => texts.map((text) => option(text, text.toLowerCase()))

export const button = (text: string, more: object = {}) => ({
  type: 'button' as const,
  action_id: text,
  text: plain(text),
  ...more,
})
export const section = (text: ReturnType<typeof plain | typeof mrkdwn>, more: object = {}) => ({
  type: 'section' as const,
  text,
  ...more,
})
export const actions = (...elements: object[]) => ({ type: 'actions' as const, elements })
export const input = (label: string, element: object, more: object = {}) => ({
  type: 'input' as const,
  label: plain(label),
  element,
  ...more,
})

export const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
export const richSection = (...elements: object[]) => ({ type: 'rich_text_section', elements })
export const rich = (...elements: object[]) => ({ type: 'rich_text', elements })

export const cell = (words: string) => ({ type: 'raw_text', text: words })
export const figure = (value: number) => ({ type: 'raw_number', value, text: `${value}%` })

/** Values by category: `{ Northwind: [1, 2] }` over `['May', 'June']`. */
export const chart = (
  title: string,
  type: string,
  categories: readonly string[],
  values: Readonly<Record<string, readonly number[]>>,
  labels: object = {},
) => ({
  type: 'data_visualization',
  title,
  chart: {
    type,
    series: Object.entries(values).map(([name, all]) => ({
      name,
      data: all.map((value, at) => ({ label: categories[at], value })),
    })),
    axis_config: { categories, ...labels },
  },
})
export const pie = (title: string, values: Readonly<Record<string, number>>) => ({
  type: 'data_visualization',
  title,
  chart: { type: 'pie', segments: Object.entries(values).map(([label, value]) => ({ label, value })) },
})
