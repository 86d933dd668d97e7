import { describe, expect, it } from 'vitest'
import { digestModal } from '../../src/blocks/digests/digest-form.ts'
import { visibilityFile } from '../../src/blocks/visibility/visibility-csv.ts'
import { clickedReport } from '../../src/commands/visibility.ts'
import { composeDigest } from '../../src/digests/compose/compose.ts'
import { digestFormOf, settingsOfDraft } from '../../src/digests/manage/digest-form.ts'
import { createDigest, updateDigest } from '../../src/digests/manage/manage.ts'
import { readFilterForm } from '../../src/forms/filter.ts'
import { inNames } from '../../src/model/question.ts'
import { readVisibilityText, resolveNames } from '../../src/questions/read.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { change, group } from './settings.ts'
import { channel, entered, type FormWorld, formWorld, team, user } from './support.ts'

/** A world whose channel settings name the service's first topic and first theme. */
async function namedWorld(more: Parameters<typeof formWorld>[0] = {}) {
  const world = await formWorld(more)
  const { topics, thematics } = world.service.demo.dimensions
  const [topic = '', theme = ''] = [topics[0]?.id, thematics[0]?.id]
  const setNames = (text: string) => change(world, 'names', { filterNames: text })
  await setNames(`topic ${topic} = Onboarding\ntheme ${theme} = Pricing pages`)
  return { ...world, topic, theme, setNames }
}

const askedOf = ({ service }: FormWorld) =>
  decodeURIComponent(
    service.requests().findLast(({ route }) => route.endsWith('/search/brands'))?.query ?? '',
  )

describe('a channel’s names for topics, personas and themes', () => {
  it('are shown in their form, in the confirmation, and in the status', async () => {
    const world = await namedWorld()
    expect(entered(await group(world, 'names')).filterNames).toBe(
      `topic ${world.topic} = Onboarding\ntheme ${world.theme} = Pricing pages`,
    )
    const { errors } = await world.setNames('topic t1 = A\nhello')
    expect(errors.filterNames).toContain('Line 2, “hello”')
    const { view } = await world.setNames('topic t1 = Trials')
    expect(JSON.stringify(view)).toContain('Trials')
  })

  it('can be typed instead of an id and appear in the answer, whose buttons use the ids', async () => {
    const world = await namedWorld()
    const answer = await world.typed('visibility topic:onboarding theme:"pricing pages"')
    expect(askedOf(world)).toContain(`topic_ids=${world.topic}`)
    expect(askedOf(world)).toContain(`thematics=${world.theme}`)
    expect(answer).toContain('topic Onboarding · theme Pricing pages')
    expect(answer).not.toContain(`topic ${world.topic.slice(0, 8)}`)
    const button = `visibility topic:${world.topic} theme:${world.theme}`

    // After a rename, the same button asks the same question.
    await world.setNames(`topic ${world.topic} = First steps`)
    const report = await clickedReport(button, { team, channel, user, outside: false }, world.workspace)
    expect(askedOf(world)).toContain(`topic_ids=${world.topic}`)
    expect(JSON.stringify(visibilityFile(report))).toContain('topic First steps')
  })

  it('get the nearest name, and how to add one, if the channel doesn’t have them', async () => {
    const world = await namedWorld()
    await expect(world.typed('visibility ChatGPT topic:onbording')).rejects.toMatchObject({
      message: expect.stringMatching(
        /no topic called “onbording”\. Did you mean “Onboarding”\?.*\/sightline settings/,
      ),
      suggestion: 'visibility ChatGPT topic:Onboarding',
    })
    await expect(world.typed('visibility theme:billing')).rejects.toMatchObject({
      message: expect.stringContaining('theme <UUID> = billing'),
      suggestion: null,
    })
    // An id without a name is still accepted.
    expect(await world.typed(`visibility theme:${world.service.demo.dimensions.thematics[1]?.id}`)).toContain(
      'Filtered by: theme ',
    )
  })

  it('appear in the filter form, which accepts them', async () => {
    const world = await namedWorld()
    const names = (await world.store.channels.get(team, channel))?.filterNames ?? []
    const reading = readVisibilityText(`visibility topic:${world.topic}`)
    const asked = reading.ok ? resolveNames(reading.args, names) : reading
    if (!asked.ok) throw new Error(asked.sentence)
    const filters = inNames(asked.args.filters)
    const draft = { ...asked.args, period: '', filters }
    expect(filters.topics).toEqual(['Onboarding'])
    const now = world.workspace.clock.now()
    expect(
      readFilterForm({ ...draft, filters: { ...filters, thematics: ['pricing-pages'] } }, now, 'UTC', names),
    ).toEqual({ ok: true, text: `visibility topic:${world.topic} theme:${world.theme}` })
    const wrong = readFilterForm(
      { ...draft, filters: { ...filters, topics: ['Onbording'] } },
      now,
      'UTC',
      names,
    )
    expect(wrong).toMatchObject({ ok: false, errors: { topics: expect.stringContaining('Onboarding') } })
  })

  it('are stored in a digest as ids, and shown by their current names in its form and message', async () => {
    const world = await namedWorld({
      channelState: async () => ({ isArchived: false, isMember: true }),
      checkToken: async () => ({ scopes: null }),
    } as unknown as Partial<Workspace>)
    const { workspace } = world
    const names = async () => (await world.store.channels.get(team, channel))?.filterNames ?? []
    const place = { team, channel, user }
    const schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' } as const
    const wanted = { ...defaultSettings, sections: ['visibility'] as const, name: 'Onboarding', schedule }
    const bad = await createDigest(workspace, place, { ...wanted, filters: 'topic:onbording' }, null)
    expect(bad).toMatchObject({ ok: false, problems: [{ field: 'filters' }] })
    const saved = await createDigest(workspace, place, { ...wanted, filters: 'topic:onboarding' }, null)
    if (!saved.ok) throw new Error(JSON.stringify(saved.problems))
    expect(saved.subscription.filters).toBe(`topic:${world.topic}`)
    const options = async () => JSON.stringify(digestModal(digestFormOf(saved.subscription, await names())))
    expect(await options()).toContain('Topic: Onboarding')

    await world.setNames(`topic ${world.topic} = First steps`)
    const form = digestFormOf(saved.subscription, await names())
    expect(form.draft.dimensions).toEqual([`topics:${world.topic}`])
    expect(await options()).toContain('Topic: First steps')
    const composed = await composeDigest(workspace, saved.subscription, workspace.clock.now(), {
      short: false,
    })
    expect(askedOf(world)).toContain(`topic_ids=${world.topic}`)
    expect(JSON.stringify(composed)).toContain('topic First steps')
    const list = await world.typed('digest list')
    expect(list).toContain('topic First steps')
    expect(list).not.toContain(world.topic.slice(0, 8))
    const { filters } = settingsOfDraft(form.draft)
    const again = await updateDigest(workspace, place, saved.subscription.id, { filters }, null)
    expect(again.ok && again.subscription.filters).toBe(`topic:${world.topic}`)
  })
})
