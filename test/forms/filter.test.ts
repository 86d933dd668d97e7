import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filterDraft, filterModal, moreFiltersId } from '../../src/blocks/visibility/filter-form.ts'
import { readFilterForm } from '../../src/forms/filter.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { FormValues } from '../../src/model/form-values.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import { inNames, noFilters, type Question } from '../../src/model/question.ts'
import { argsText, emptyArgs, periodText } from '../../src/questions/question-text.ts'
import { readVisibilityText } from '../../src/questions/read.ts'
import type { SubmissionAnswer } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { channel, clickIn, entered, formWorld, outcome, submission } from './support.ts'

const theme = '3f1c9a20-0000-4000-8000-000000000001'
const now = Temporal.Instant.from('2026-11-18T12:00:00Z')
const address = 'https://hooks.slack.com/actions/T1/1/a'

interface Form {
  /** The brands to choose from; `null`: they are typed. */
  readonly brands?: readonly string[] | null
  readonly workspace?: { readonly organizationId: string; readonly workspaceId: string }
  readonly replaces?: boolean
  readonly open?: boolean
}

const formFor = (asked: Question, form: Form = {}): ModalView => {
  const { brands = ['Acme', 'Contoso'], workspace = { organizationId: 'org', workspaceId: 'ws' } } = form
  const { replaces = true, open = true } = form
  return filterModal({
    metadata: {
      channel,
      workspace,
      threadTs: '1794816000.000100',
      responseAddress: address,
      replaces,
      open,
      asked: asked.metric === undefined ? {} : { metric: asked.metric },
    },
    draft: { ...asked, period: periodText(asked), filters: inNames(asked.filters) },
    engines: ['ChatGPT', 'Gemini'],
    brands,
  })
}

interface SentAnswer {
  readonly message: Message
  readonly replace: boolean
  readonly at: Parameters<Workspace['answerAt']>[0]
}

/** A world that records requests to the service and answers. */
async function world(api: Partial<Workspace['api']> | null = null) {
  const answers: SentAnswer[] = []
  const patience: (boolean | undefined)[] = []
  const base = await formWorld({
    answerAt: (at) => {
      const answer = {
        ephemeral: async (message: Message, options: { readonly replace?: boolean } = {}) => {
          answers.push({ message, replace: options.replace === true, at })
        },
        inChannel: () => expect.fail('a filtered answer is nobody else’s'),
        withProgress: (replace?: boolean) => {
          patience.push(replace)
          return answer
        },
      }
      return answer
    },
  })
  if (api !== null) Object.assign(base.workspace, { api: { ...base.workspace.api, ...api } })
  const asked = () => base.service.requests().filter(({ route }) => route.endsWith('/search/brands'))
  const send = async (view: ModalView, entries: FormValues = {}): Promise<SubmissionAnswer> => {
    const sent = submission(view)
    return base.forms.submit({ ...sent, view: { ...sent.view, values: { ...entered(view), ...entries } } })
  }
  return { ...base, asked, answers, patience, send }
}

describe('the filter form', () => {
  it('asks its fields’ question and replaces the message that was clicked', async () => {
    const { save, asked, answers, patience } = await world()
    await save(formFor(emptyArgs), {
      period: 'last month',
      engines: ['Gemini'],
      brands: ['Acme'],
      search: ' crm tools ',
      competitorTypes: ['QA_FORUM', 'NEWS_MEDIA'],
      keywordTypes: ['Brand'],
      funnelStages: ['ToFu'],
      personas: 'head of it, "a, b"',
      topics: 't1,t2\nt3',
      thematics: theme,
      strengths: 's1',
      weaknesses: 'w1',
      neutrals: 'only',
    })
    const query = decodeURIComponent(asked().at(-1)?.query ?? '').replaceAll('+', ' ')
    for (const part of [
      'sources=Gemini',
      'period=month',
      'competitor_types=QA_FORUM',
      'competitor_types=NEWS_MEDIA',
      'keyword_type=Brand',
      'funnel_stages=ToFu',
      'persona_ids=head of it',
      'persona_ids=a, b',
      'topic_ids=t1',
      'topic_ids=t3',
      `thematics=${theme}`,
      'strength_ids=s1',
      'weakness_ids=w1',
      'search_query=crm tools',
    ])
      expect(query).toContain(part)
    expect(patience).toEqual([true])
    expect(answers).toMatchObject([
      {
        replace: true,
        at: { responseAddress: address, channel, user: 'U1ANA', threadTs: '1794816000.000100' },
      },
    ])
    expect(JSON.stringify(answers[0]?.message)).toContain('Acme')
  })

  it('shows the main filters first and the others on request, keeping the input', async () => {
    const { redrawn, forms } = await world()
    const view = formFor(emptyArgs, { open: false })
    const inputs = (shown: ModalView) => shown.blocks.filter(({ type }) => type === 'input').length
    expect(inputs(view)).toBeLessThanOrEqual(6)
    await forms.click(clickIn(view, moreFiltersId, '', { period: 'last month', engines: ['Gemini'] }))
    const more = redrawn()
    expect(inputs(more)).toBe(13)
    expect(entered(more)).toMatchObject({ period: 'last month', engines: ['Gemini'], topics: null })
    // A filter that is set is shown from the start.
    const narrowed = { ...emptyArgs, filters: { ...noFilters, topics: ['t1'] } }
    expect(inputs(formFor(narrowed, { brands: null, open: false }))).toBe(13)
  })

  it('keeps the figure that the answer is about, and an in-channel message', async () => {
    const { save, answers, patience } = await world()
    const asked = { ...emptyArgs, metric: 'shareOfVoice' } as const
    await save(formFor(asked, { brands: null, replaces: false }), { brands: 'Acme' })
    expect(JSON.stringify(answers[0]?.message)).toContain('visibility share of voice')
    expect([answers.map(({ replace }) => replace), patience]).toEqual([[false], [false]])
  })

  it.each([
    ['period', 'last mnth', 'I don’t know the period “last mnth”. Try last month'],
    ['period', '2030-01', 'in the future'],
    ['period', '2026-10-09..2026-10-01', 'before it starts'],
    ['period', 'ChatGPT', 'I don’t know the period “ChatGPT”. Try last month'],
    ['period', 'mentions last month', 'I don’t know the period “mentions last month”. Try last month'],
    ['thematics', 't1', 'UUID'],
    ['personas', Array.from({ length: 21 }, (_, index) => `p${index}`).join(','), 'more than 20'],
    ['brands', Array.from({ length: 21 }, (_, index) => `b${index}`), 'more than 20'],
  ] as const)('reports at “%s” what is wrong with %s, without a request', async (field, value, sentence) => {
    const { send, asked } = await world()
    const { errors, view } = outcome(await send(formFor(emptyArgs), { [field]: value, topics: 'kept' }))
    expect(Object.keys(errors)).toEqual([field])
    expect(errors[field]).toContain(sentence)
    expect(JSON.stringify(view)).toContain('⚠ Please change this')
    expect(JSON.stringify(view)).toContain('kept')
    expect(asked()).toEqual([])
  })

  it('shows what went wrong in place of the answer, with the question to run again', async () => {
    const { save, answers, logged } = await world({
      allBrands: () => Promise.reject(new Error('nobody foresaw this')),
    })
    await save(formFor(emptyArgs), { topics: 't1' })
    expect(answers).toHaveLength(1)
    expect(answers[0]?.replace).toBe(true)
    expect(answers[0]?.message.text).toContain('/sightline visibility topic:t1')
    expect(answers[0]?.message.text).toMatch(/Reference: \w{4}-\w{4}/)
    expect(answers[0]?.message.text).not.toContain('nobody foresaw')
    expect(logged).toHaveLength(1)
  })

  it('says so if it can no longer be read', async () => {
    const { send, asked } = await world()
    for (const metadata of ['', 'null', '{}', '[1]', '{"c":"C1","o":"o","w":"w","a":7,"r":true}']) {
      const answer = await send({ ...formFor(emptyArgs), private_metadata: metadata })
      expect(answer.kind).toBe('show')
      if (answer.kind === 'show') expect(JSON.stringify(answer.view)).toContain('can no longer be read')
    }
    expect(asked()).toEqual([])
  })

  it('needs only the right to read', async () => {
    const { send, refused, asked, workspace } = await world()
    const { require } = workspace.access
    const onlyReaders: typeof require = async (who, ...what) => {
      if (who !== 'readers') throw new Problem('not_allowed', 'Only admins may do this here.')
      await require(who, ...what)
    }
    Object.assign(workspace, { access: { ...workspace.access, require: onlyReaders } })
    expect((await send(formFor(emptyArgs))).kind).toBe('close')
    refused.add('U1ANA')
    expect((await send(formFor(emptyArgs))).kind).toBe('show')
    expect(asked()).toEqual([])
  })
})

it('the brands’ menu offers the workspace’s brands by any part of their names', async () => {
  const base = await formWorld()
  const view = formFor(emptyArgs, { workspace: base.scope })
  const values = async (typed: string) => (await base.offered(view, 'brands', typed)).map((one) => one.value)
  expect(await values('')).toContain('Northwind')
  expect(await values(' TAIL')).toEqual(['Tailspin'])
  expect(await values('nobody')).toEqual([])
  expect(await base.offered(view, 'topics')).toEqual([])
})

describe('a question', () => {
  const id = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  const ids = fc.uniqueArray(id, { maxLength: 4 })
  const text = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(...'ab&<>"“”’\',: é👩'),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 20,
    })
    .map((one) => one.replace(/\s+/gu, ' ').trim())
    .filter((one) => one !== '')
  const names = fc.uniqueArray(
    text.filter((one) => one.isWellFormed()),
    { maxLength: 3, selector: (one) => one.toLowerCase() },
  )
  const asked: fc.Arbitrary<Question> = fc.record({
    engines: fc.subarray(['ChatGPT', 'Gemini', 'GoogleAIO']),
    unit: fc.constantFrom(null, 'week' as const),
    when: fc.constantFrom(null, '2026-10-05', 'last week'),
    brands: names,
    filters: fc.record({
      ...noFilters,
      competitorTypes: fc.subarray(['NEWS_MEDIA', 'QA_FORUM', 'UNKNOWN']),
      keywordTypes: fc.subarray(['Generic', 'Brand']),
      funnelStages: fc.subarray(['ToFu', 'BoFu']),
      personas: ids,
      topics: fc.uniqueArray(fc.oneof(id, fc.constantFrom('a b', 'a, b', '(x)')), { maxLength: 3 }),
      thematics: fc.uniqueArray(fc.uuid(), { maxLength: 2 }),
      strengths: ids,
      weaknesses: ids,
      neutralsOnly: fc.boolean(),
      search: fc.option(text),
    }),
  })

  it('stays the same in the form if nobody changes anything', () => {
    fc.assert(
      fc.property(asked, fc.constantFrom(null, ['Acme']), (question, brands) => {
        const canonical = readVisibilityText(argsText(question))
        if (!canonical.ok) throw new Error(canonical.sentence)
        const view = formFor(canonical.args, { brands })
        const read = readFilterForm(filterDraft(entered(view)), now, 'Europe/Paris', [])
        // A name in a text line loses its double quotes; in a menu, it loses nothing.
        const typed = brands === null && canonical.args.brands.some((name) => /["“”,]/u.test(name))
        if (typed) expect(read.ok).toBe(true)
        else expect(read).toEqual({ ok: true, text: argsText(canonical.args) })
      }),
      { numRuns: 400 },
    )
  })
})
