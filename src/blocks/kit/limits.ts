/**
 * Slack's limits that the views respect. Lengths are UTF-16 units, the stricter reading where Slack's page only says
 * "characters". Source: the pages under https://docs.slack.dev/reference/block-kit/ unless a line says otherwise.
 */
export const limits = {
  /** One block and 400 characters are kept free for the line that `withLead` may add above an answer. */
  message: {
    /** Slack allows 50. */
    blocks: 49,
    /** Slack truncates above 40,000 and recommends at most 4,000 (chat.postMessage). */
    text: 4_000,
    /** Undocumented (`msg_blocks_too_long`): 9,597 passed, 11,341 failed in slackapi/bolt-js issue 2509; we assume 10,000. */
    allText: 9_600,
    /** `table` and `data_table` together (blocks/table-block). */
    tables: 1,
    /** Undocumented; observed in vercel/chat pull request 696. */
    charts: 2,
  },
  modal: { title: 24, blocks: 100, metadata: 3_000 },
  /** Ours stay readable on a phone. `choices`: of checkboxes and radios. Slack's reference says 150 for a value. */
  field: {
    label: 24,
    hint: 2_000,
    placeholder: 150,
    text: 3_000,
    options: 100,
    choices: 10,
    optionText: 75,
    optionValue: 75,
  },
  text: 3_000,
  header: 150,
  actions: { elements: 25 },
  /** Options of a "⋯" menu (block-elements/overflow-menu-element). For the value, see `field`. */
  menu: { options: 5, value: 75 },
  button: { text: 75, value: 2_000, accessibilityLabel: 75 },
  confirm: { title: 100, text: 300, confirm: 30 },
  /** Without the header row (blocks/data-table-block). Slack's newest page says 200. */
  table: { rows: 100 },
  /** A series' or a category's name (blocks/data-visualization-block). */
  chart: { name: 20, title: 50 },
} as const

/** With as many items as fit into `max` UTF-16 units, but at least one. @param say the text with that many items */
export function fitting(most: number, max: number, say: (shown: number) => string): string {
  const text = say(most)
  return text.length <= max || most <= 1 ? text : fitting(most - 1, max, say)
}
