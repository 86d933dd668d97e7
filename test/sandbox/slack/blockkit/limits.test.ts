import { describe, expect, it } from 'vitest'
import { limitOf } from '../../../../sandbox/slack/blockkit/index.ts'
import file from '../../../../sandbox/slack/blockkit/limits.json' with { type: 'json' }
import { BLOCK_CASES, GROUP_CASES, SURFACE_CASES } from './cases-blocks.ts'
import { ELEMENT_CASES, TEXT_CASES } from './cases-elements.ts'
import { DATA_CASES, WHOLE_CASES } from './cases-whole.ts'
import { type Cases, problemsOf } from './payloads.ts'

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
  'stream.chunks[blocks].blocks': 'a stream’s blocks are checked as those of its message',
  divider: 'has no limit besides block_id',
  'icon_button.visible_to_user_ids': 'no figure is known',
  'view stack': 'concerns several views: refusals/views.ts pushes them',
}

describe('the file of limits', () => {
  it('has a case, or a reason for having none, for every entry', () => {
    expect(Object.keys(file.limits).filter((path) => !CASES[path] && !NO_CASE[path])).toEqual([])
  })

  it.each(Object.entries(CASES))('%s: accepted at the limit, refused beyond it', (path, given) => {
    const { edge, past } =
      typeof given === 'function' ? given(limitOf(path as keyof typeof file.limits)) : given
    for (const payload of edge) expect(problemsOf(payload)).toEqual([])
    for (const [payload, pointer] of past) {
      const problems = problemsOf(payload).map((problem) => `${problem.limit} at ${problem.pointer}`)
      expect(problems).toContain(`${path} at ${pointer}`)
    }
    expect(past.length + edge.length).toBeGreaterThan(0)
  })
})
