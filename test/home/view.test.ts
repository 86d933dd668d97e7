import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type HomeContent, homePage, homeView } from '../../src/blocks/home/home.ts'
import { inGallery, like } from '../blocks/like.ts'
import { validateView } from '../blocks/validate.ts'

type Dashboard = Extract<HomeContent, { kind: 'dashboard' }>
const dashboard = fc
  .tuple(like(inGallery<Dashboard>('standing', 'digests'), 12), fc.uuid())
  .map(([drawn, id]) => ({
    ...drawn,
    digests: drawn.digests.map((digest) => ({ ...digest, id })),
    total: 9 * drawn.digests.length,
  }))

describe('the Home tab', () => {
  it('is accepted by Slack with every digest of its page, whatever their names', () => {
    fc.assert(
      fc.property(dashboard, fc.integer({ min: 1, max: 9 }), (drawn, page) => {
        const view = homeView(
          { ...drawn, page, pages: 9 },
          { kind: 'email', address: 'help@northwind.example' },
        )
        expect(validateView(view)).toEqual([])
        const rows = view.blocks.filter((block) => JSON.stringify(block).includes('digest_delete_ask'))
        expect(rows).toHaveLength(drawn.digests.length)
        const health =
          JSON.stringify(rows).match(
            /On schedule|Scheduled|⚠ Retrying: |⚠ The last one (?:was not|may not)|⏸ Paused|✗ Stopped/g,
          ) ?? []
        expect(health).toHaveLength(drawn.digests.length)
        expect(homePage(view.private_metadata ?? '')).toBe(page)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it.each(['', '{}', '{"page":0}', '{"page":-1}', '{"page":"2"}', 'null', '{"page":99999999}'])(
    'starts on the first page if its metadata is %j',
    (note) => {
      expect(homePage(note)).toBe(1)
    },
  )
})
