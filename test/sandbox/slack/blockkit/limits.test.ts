import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../sandbox/slack/blockkit/index.ts'
import { BLOCK_CASES, GROUP_CASES, SURFACE_CASES } from './cases-blocks.ts'
import { ELEMENT_CASES, TEXT_CASES } from './cases-elements.ts'
import { DATA_CASES, WHOLE_CASES } from './cases-whole.ts'
import { type Cases, problemsOf } from './payloads.ts'

interface Entry {
  readonly path: string
  readonly limit: Readonly<Record<string, unknown>> | string
}

const file = new URL('../block-kit-limits.json', import.meta.url)
const { limits: entries }: { limits: Entry[] } = JSON.parse(readFileSync(file, 'utf8'))

const CASES: Cases = {
  ...TEXT_CASES,
  ...ELEMENT_CASES,
  ...BLOCK_CASES,
  ...GROUP_CASES,
  ...DATA_CASES,
  ...WHOLE_CASES,
  ...SURFACE_CASES,
}

/** Entries that no payload can test, with the reason. */
const NO_CASE: Record<string, string> = {
  'stream.chunks[blocks].blocks': 'the sandbox has no chat.*Stream methods',
  divider: 'has no limit besides block_id',
  'icon_button.visible_to_user_ids': 'no figure is known',
  'view stack': 'concerns several views: tried with views.push in views.test.ts',
}

/** Limits for which Slack gives no number, with the sandbox's own. */
const OWN_FIGURE: Record<string, string> = {
  'message.metadata (bytes)': 'no figure is known; 8 KB is the file’s own advice',
}

describe('the file of limits', () => {
  it('has a case, or a reason for having none, for every entry', () => {
    const untried = entries.filter(({ path }) => !CASES[path] && !NO_CASE[path])
    expect(untried.map(({ path }) => path)).toEqual([])
  })

  it("matches the table of limits, except for numbers that Slack doesn't give", () => {
    const table: Record<string, Readonly<Record<string, unknown>>> = LIMITS
    const figures = [
      'min',
      'max',
      'minLength',
      'maxLength',
      'itemMaxLength',
      'exclusiveMin',
      'digits',
      'truncatedAbove',
      'enum',
      'types',
    ]
    const differing = entries.filter(({ path, limit }) => {
      const ourLimit = table[path]
      if (typeof limit === 'string' || !ourLimit || OWN_FIGURE[path]) return false
      const expected: Record<string, unknown> = {
        ...limit,
        ...('strictMax' in limit ? { max: limit.strictMax } : {}),
      }
      return figures.some(
        (name) =>
          expected[name] !== undefined && JSON.stringify(expected[name]) !== JSON.stringify(ourLimit[name]),
      )
    })
    expect(differing.map(({ path }) => path)).toEqual([])
  })

  it('contains every limit of the table', () => {
    const paths = new Set(entries.map(({ path }) => path))
    expect(Object.keys(LIMITS).filter((path) => !paths.has(path))).toEqual([])
  })

  it.each(Object.entries(CASES))('%s: accepted at the limit, refused beyond it', (path, given) => {
    const limit = entries.find((entry) => entry.path === path)?.limit ?? {}
    const { edge, past } = typeof given === 'function' ? given(typeof limit === 'string' ? {} : limit) : given
    for (const payload of edge) expect(problemsOf(payload)).toEqual([])
    for (const [payload, pointer] of past) {
      const problems = problemsOf(payload).map((problem) => `${problem.limit} at ${problem.pointer}`)
      expect(problems).toContain(`${path} at ${pointer}`)
    }
    expect(past.length + edge.length).toBeGreaterThan(0)
  })
})
