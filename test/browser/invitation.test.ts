import { afterEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { at, barriers, browserForTests, message, overhang, playedIn, wordsOf } from './browser.ts'

const { visit } = browserForTests()

describe.each(playedIn('dark'))(
  'from the invitation to the first digest, by hand, $name',
  ({ theme, size }) => {
    let stage: Stage
    afterEach(() => stage?.stop())

    it('takes three clicks and no typing', async () => {
      stage = await startStage({
        now: Temporal.Instant.from('2026-11-18T12:00Z'),
        rateLimits: false,
        env: { SIGHTLINE_DIGEST_CHANNELS: '' },
        log: logSink,
      })
      const page = await visit(at(stage.slack.url, USERS.owner, CHANNELS.general), { theme, size })
      const header = page.getByRole('main').getByRole('button', { name: 'Invite Sightline' })
      await header.waitFor()
      expect(await barriers(page, '.bar')).toEqual([])
      await header.click()
      await header.waitFor({ state: 'detached' })
      const invitation = message(page, 'Set up a weekly digest')
      await invitation.waitFor()
      expect(await barriers(page, 'main')).toEqual([])
      expect(await overhang(page)).toBe(0)
      expect((await invitation.boundingBox())?.height).toBeLessThan(size.height / 2)

      await invitation.getByRole('button', { name: 'Set up a weekly digest' }).click()
      const preview = message(page, 'Only visible to you')
      await preview.getByText('is set up for').waitFor()
      expect(await wordsOf(preview)).toMatch(/Monday at 9:00/)
      await message(page, 'set up a digest here').waitFor()
      expect(await barriers(page, 'main')).toEqual([])
      expect(await overhang(page)).toBe(0)

      await preview.getByRole('button', { name: /^Post now/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Post now' }).click()
      await page
        .getByRole('article')
        .filter({ hasText: 'brands in the thread' })
        .filter({ hasNotText: 'Only visible to you' })
        .waitFor()
      await page.close()
    })
  },
)
