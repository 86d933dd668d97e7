import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { askAll, questionsPage } from './page.ts'

it('docs/questions.md has today’s answers, of which at least 17 answer by their first sentence', async () => {
  const all = await askAll()
  expect(all).toHaveLength(20)
  expect(all.filter(({ isAnswered }) => isAnswered).length).toBeGreaterThanOrEqual(17)
  const page = readFileSync(join(import.meta.dirname, '../../../docs/questions.md'), 'utf8')
  expect(page, 'run `npm run questions`').toBe(questionsPage(all))
})
