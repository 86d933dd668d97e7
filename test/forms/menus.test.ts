import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_WORKSPACE } from '../../sandbox/service/data/catalog.ts'
import { nameOptions, placeOptions, zoneOptions } from '../../src/forms/options.ts'
import type { Option } from '../../src/model/form-values.ts'
import { text } from '../blocks/arbitraries.ts'
import { validateSuggestions } from '../blocks/validate.ts'
import { settings as opened } from './settings.ts'
import { clickIn, entered, type FormWorld, formWorld } from './support.ts'

const WORKSPACES_ROUTE = '/v1/organizations/{organization_id}/workspaces'

describe('the menus of the settings', () => {
  const ask = async (world: FormWorld, field: string, typed: string) => {
    const options = await world.offered(await opened(world), field, typed)
    return options.map((option) => `${option.text}=${option.value}`)
  }

  it('offer the default, then what the service lists, by name or id', async () => {
    const world = await formWorld()
    expect(await ask(world, 'organization', '')).toEqual([
      'Default (Northwind Group)=as-configured',
      `Northwind Group=${world.scope.organizationId}`,
      `Northwind Labs=${world.service.demo.otherOrganizationIds.sameUser}`,
    ])
    expect(await ask(world, 'workspace', 'crm')).toContain(`Northwind CRM=${DEMO_WORKSPACE.id}`)
  })

  it('accept an id if the list is unavailable or has no match', async () => {
    const world = await formWorld()
    expect(await ask(world, 'workspace', 'abc-123')).toEqual(['Use the id “abc-123”=abc-123'])
    world.service.addFault({ route: WORKSPACES_ROUTE, how: { kind: 'status', status: 503 } })
    expect(await ask(world, 'workspace', '')).toEqual([
      `Default (${DEMO_WORKSPACE.id})=as-configured`,
      'The list is unavailable right now. Type the id instead.=no-choice',
    ])
  })

  it('answer in time, even if the service doesn’t', async () => {
    const world = await formWorld()
    const view = await opened(world)
    world.service.addFault({ route: WORKSPACES_ROUTE, how: { kind: 'stall' } })
    // Before its client, which would wait for the answer.
    onTestFinished(() => world.service.stop())
    const options = world.offered(view, 'workspace')
    world.timePasses()
    expect((await options).map(({ value }) => value)).toEqual(['as-configured', 'no-choice'])
  })

  it('offer the person’s own time zone first, then cities that match, and count the rest', async () => {
    const world = await formWorld()
    const all = await ask(world, 'timeZone', '')
    expect(all.slice(0, 2)).toEqual([
      'Default (Europe/Paris)=as-configured',
      'America/New_York (yours)=America/New_York',
    ])
    expect(all).toHaveLength(100)
    expect(all.at(-1)).toMatch(/^\d+ more: type to narrow the list=no-choice$/)
    expect((await ask(world, 'timeZone', 'new y'))[0]).toBe('America/New_York (yours)=America/New_York')
    expect((await ask(world, 'timeZone', 'paris'))[1]).toBe('Europe/Paris=Europe/Paris')
    expect(await ask(world, 'timeZone', 'utc')).toContain('UTC=UTC')
  })

  it('offer the workspaces of the chosen organization as soon as it is chosen', async () => {
    const world = await formWorld()
    const labs = world.service.demo.otherOrganizationIds.sameUser
    const view = await opened(world)
    await world.forms.click(
      clickIn(view, 'sl1.form.organization', labs, { organization: labs, timeZone: 'Asia/Tokyo' }),
    )
    const next = world.redrawn()
    expect(entered(next)).toMatchObject({ organization: labs, timeZone: 'Asia/Tokyo' })
    const options = await world.offered(next, 'workspace')
    expect(options.map((option) => option.text)).toContain('Labs')
  })
})

/** In the format that the Slack app sends. */
const answered = (options: readonly Option[]) => ({
  options: options.map(({ text: label, value }) => ({
    text: { type: 'plain_text', text: label, emoji: false },
    value,
  })),
})

const places = fc.array(fc.record({ id: text, name: text }), { maxLength: 130, size: 'max' })

describe('menu options', () => {
  it('are accepted by Slack for any input and any list', () => {
    fc.assert(
      fc.property(fc.option(places), text, fc.boolean(), (listed, typed, isListed) => {
        const asked = isListed && listed !== null ? (listed[0]?.name ?? typed) : typed
        const names = listed?.map(({ name }) => name) ?? null
        const menus = [placeOptions(listed, asked, []), zoneOptions(asked, []), nameOptions(names, asked)]
        for (const options of menus) {
          expect(validateSuggestions(answered(options))).toEqual([])
          expect(options.length).toBeLessThanOrEqual(100)
        }
      }),
      { numRuns: 100, endOnFailure: true },
    )
  })

  it('distinguish equal names by their ids', () => {
    const listed = [
      { id: 'a', name: 'Labs' },
      { id: 'b', name: 'Labs' },
    ]
    expect(placeOptions(listed, 'labs', []).map(({ text: label }) => label)).toEqual(['Labs (a)', 'Labs (b)'])
  })

  it('count those without room', () => {
    const listed = Array.from({ length: 130 }, (_, index) => ({ id: `id-${index}`, name: `Place ${index}` }))
    const options = placeOptions(listed, '', [])
    expect(options).toHaveLength(100)
    expect(options.at(-1)?.text).toBe('31 more: type to narrow the list')
    expect(placeOptions(listed, 'place 12', []).map(({ value }) => value)).toContain('id-129')
  })

  it('start with cities that begin with the typed text', () => {
    expect(zoneOptions('par', [])[0]?.value).toBe('America/Paramaribo')
    expect(zoneOptions('paris', [])[0]?.value).toBe('Europe/Paris')
    expect(zoneOptions('asia/calc', []).map(({ value }) => value)).toEqual(['Asia/Calcutta'])
  })
})
