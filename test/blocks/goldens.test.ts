import { describe, expect, it } from 'vitest'
import { actionsAnswer } from '../../src/blocks/actions.ts'
import { briefLoading, briefModal, briefProblem } from '../../src/blocks/brief.ts'
import { type DigestData, digestMessages } from '../../src/blocks/digest.ts'
import { digestPosted } from '../../src/blocks/digest-posted.ts'
import { helpMessage, verbHelp } from '../../src/blocks/help.ts'
import type { Message } from '../../src/blocks/message.ts'
import { plainText, simpler } from '../../src/blocks/plain.ts'
import { problemMessage } from '../../src/blocks/problem.ts'
import { redditAnswer } from '../../src/blocks/reddit.ts'
import { withTaskState } from '../../src/blocks/task-state.ts'
import { visibilityAnswer } from '../../src/blocks/visibility.ts'
import { workingMessage } from '../../src/blocks/working.ts'
import type { Recommendation, Section } from '../../src/insights/model.ts'
import {
  contoso,
  created,
  market,
  northwind,
  ok,
  overtookReport,
  recommendation,
  redditNews,
  report,
  standing,
} from './fixtures.ts'
import { longBrief } from './long-brief.ts'
import { render, renderBlocks, renderView } from './render.ts'

/** Written with `vitest -u`; in CI a missing or different golden fails. */
const golden = (name: string, text: string) => expect(text).toMatchFileSnapshot(`goldens/${name}.txt`)

const asked = { shareable: true, command: 'visibility' }

const digest = (more: Partial<DigestData> = {}): DigestData => ({
  report: ok(overtookReport),
  reddit: ok(redditNews),
  recommendations: [0, 1, 2, 3, 4].map((number) => ok(recommendation(number))),
  setUpBy: 'U0ANA',
  isFirst: false,
  scheduleText: 'every Monday at 09:00, Europe/Paris',
  ...more,
})

const digestText = ({ main, replies }: { main: Message; replies: readonly Message[] }) =>
  [render(main), ...replies.map((reply, index) => `REPLY ${index + 1}\n${render(reply)}`)].join('\n')

describe('the digest', () => {
  it('leads with what changed, then the evidence, then what to do; the rest is in the thread', async () => {
    await golden('digest', digestText(digestMessages(digest())))
  })

  it('says in a first digest what it will compare with', async () => {
    const own = standing('Northwind', 3, null, [38.2, null], { mine: true })
    const standings = [
      standing('Contoso', 1, null, [51, null]),
      standing('Fabrikam', 2, null, [40.1, null]),
      own,
    ]
    const data = digest({
      report: ok(
        report({ kind: 'first_period', own, of: 3 }, { standings, own, overtook: [], totalMentions: 4_005 }),
      ),
      reddit: ok({
        ...redditNews,
        baseline: true,
        items: redditNews.items.map((item) => ({ ...item, turned: null, isNew: false })),
      }),
      recommendations: [],
      isFirst: true,
      title: 'Running shoes',
      label: 'Preview: only you can see this.',
    })
    await golden('digest-first', digestText(digestMessages(data)))
  })

  it('keeps the parts that could be had when others could not', async () => {
    const data = digest({
      report: {
        ok: false,
        reason: 'The analytics service did not answer in time. The next digest comes as usual.',
      },
      reddit: { ok: false, reason: 'The key may not read Reddit summaries.' },
      recommendations: [
        { ok: false, reason: 'The service does not know this recommendation.', subject: '3f1c9a20' },
        ok(recommendation(1, { briefs: [] })),
      ],
      scheduleText: null,
    })
    await golden('digest-parts-failing', digestText(digestMessages(data)))
  })

  it('is short when nothing happened', async () => {
    const own = standing('Northwind', 3, 3, [38.2, 37.9], { mine: true })
    const data = digest({
      report: ok(
        report(
          { kind: 'quiet', own, of: 12 },
          { standings: market.map((each) => (each.mine ? own : each)), own, overtook: [] },
        ),
      ),
      reddit: ok({
        ...redditNews,
        items: redditNews.items.map((item) => ({ ...item, isNew: false, turned: null })),
        missing: [],
      }),
      recommendations: [ok(recommendation(0, { task: created }))],
    })
    await golden('digest-quiet', digestText(digestMessages(data)))
  })
})

describe('visibility', () => {
  const moved = standing('Northwind', 2, 2, [43.4, 41.3], { mine: true })
  const unmeasured = standing('Northwind', null, 3, [null, 38.9], { mine: true })
  const cases: Readonly<Record<string, Parameters<typeof report>>> = {
    overtaken: [
      {
        kind: 'overtaken',
        own: standing('Northwind', 3, 2, [38.2, 40], { mine: true }),
        brands: ['Fabrikam', 'Litware'],
      },
    ],
    'own-change': [
      { kind: 'own_change', own: moved },
      { own: moved, engines: ['ChatGPT', 'Perplexity'] },
    ],
    'competitor-change': [
      {
        kind: 'competitor_change',
        own: standing('Northwind', 2, 2, [41.3, 41], { mine: true }),
        competitor: standing('Tailspin Toys', 5, 6, [28, 24.4]),
      },
    ],
    quiet: [{ kind: 'quiet', own: standing('Northwind', 3, 3, [38.2, 37.9], { mine: true }), of: 12 }],
    'own-unmeasured': [
      { kind: 'own_unmeasured', own: unmeasured, leader: contoso },
      { own: unmeasured, standings: [contoso, unmeasured] },
    ],
    'no-own-brand': [
      { kind: 'no_own_brand', leader: contoso },
      { own: null, standings: [contoso, ...market.slice(2, 4)] },
    ],
    'no-data': [{ kind: 'no_data' }, { standings: [], own: null, totalMentions: null, collect: null }],
    'an-older-week': [
      { kind: 'overtook', own: northwind, brands: ['Fabrikam'] },
      {
        instead: { unit: 'week', start: '2026-11-16', end: '2026-11-22', timeZone: 'Europe/Paris' },
        brandsLeftOut: 88,
      },
    ],
    'brands-asked-for': [
      { kind: 'overtook', own: northwind, brands: ['Fabrikam'] },
      { brands: ['Contoso', 'Acme'], standings: [contoso, northwind] },
    ],
    'a-month': [
      { kind: 'overtook', own: northwind, brands: ['Fabrikam'] },
      {
        period: { unit: 'month', start: '2026-10-01', end: '2026-10-31', timeZone: 'America/New_York' },
        standings: market.slice(0, 3),
      },
    ],
  }
  for (const [name, [headline, more]] of Object.entries(cases)) {
    it(`answers: ${name}`, async () => {
      await golden(`visibility-${name}`, render(visibilityAnswer(report(headline, more), asked)))
    })
  }

  it('says who shared it', async () => {
    const shared = { shareable: false, command: 'visibility "Contoso"', sharedBy: 'U0ANA' }
    await golden('visibility-shared', render(visibilityAnswer(overtookReport, shared)))
  })
})

describe('reddit', () => {
  it('shows what turned, newest first, and calls nothing new', async () => {
    await golden('reddit', render(redditAnswer(redditNews, { shareable: true, command: 'reddit' })))
  })

  it('has an answer when there is nothing', async () => {
    await golden(
      'reddit-empty',
      render(redditAnswer({ baseline: false, items: [], missing: ['running'] }, asked)),
    )
  })
})

describe('recommended actions', () => {
  const tasks: readonly Recommendation['task'][] = [
    { kind: 'none' },
    { kind: 'creating', by: 'U0BEN', at: '2026-11-16T08:13:59Z' },
    created,
    { kind: 'unknown', by: 'U0BEN', at: '2026-11-16T08:14:30Z' },
  ]
  const sections: readonly Section<Recommendation>[] = [
    ...tasks.map((task, number) => ok(recommendation(number, { task }))),
    ok(
      recommendation(4, {
        briefs: [...recommendation(4).briefs, ...recommendation(0).briefs, ...recommendation(1).briefs],
      }),
    ),
    { ok: false, reason: 'The service does not know this recommendation.', subject: '3f1c9a20-dead' },
  ]

  it('shows each with its task and its buttons', async () => {
    await golden('actions', render(actionsAnswer(sections, { shareable: false, command: 'actions' })))
  })

  it('has an answer when none is tracked', async () => {
    await golden('actions-empty', render(actionsAnswer([], { shareable: false, command: 'actions' })))
  })

  it('rewrites only the state of the one whose task changed', async () => {
    const { main } = digestMessages(digest({ report: { ok: false, reason: 'Left out here.' }, reddit: null }))
    const after = withTaskState(main.blocks, recommendation(1), created)
    await golden('task-state-after-a-click', renderBlocks(after))
  })
})

describe('the rest', () => {
  const verbs = [
    {
      name: 'visibility',
      summary: 'Shows where your brand stands, and what changed since the period before.',
      usage: 'visibility [engines…] [day | week | month | year] [date or from..to] ["Brand"…]',
      examples: [
        'visibility',
        'visibility ChatGPT Perplexity',
        'visibility 2026-10-05..2026-10-18 vs "Acme & Sons"',
      ],
    },
    {
      name: 'reddit',
      summary: 'Shows what Reddit says.',
      usage: 'reddit [subreddit…]',
      examples: ['reddit running'],
    },
    { name: 'setup', summary: 'Sets this channel up.', usage: 'setup', examples: [] },
  ]
  const ref = { organizationId: 'org', workspaceId: 'ws', resultId: 'result' }

  it('explains the commands', async () => {
    await golden('help', render(helpMessage(verbs, { intro: 'This channel is not set up yet.' })))
    await golden(
      'help-of-one-command',
      render(verbHelp(verbs[0] ?? { name: '', summary: '', usage: '', examples: [] })),
    )
  })

  it('says what went wrong and what to do', async () => {
    const full = {
      sentence: 'I don’t know “visibilty”.',
      reference: 'K7Q2M',
      usage: '/sightline visibility | reddit',
      suggestion: 'visibility ChatGPT',
    }
    await golden('problem', render(problemMessage(full)))
    await golden(
      'problem-plain',
      render(
        problemMessage({
          sentence: 'The analytics service did not answer. Try again in a minute.',
          reference: null,
        }),
      ),
    )
  })

  it('has short words for waiting and posting', async () => {
    await golden('working', render(workingMessage()))
    await golden('digest-posted', render(digestPosted({ channel: 'C0TEAM' })))
  })

  it('shows a brief whole, over pages', async () => {
    const briefs = [
      ...recommendation(0).briefs,
      { id: 'long', taskId: 't', title: 'The long one', body: longBrief, updatedAt: null },
    ]
    const pages = [1, 2, 3].map((page) => renderView(briefModal(briefs, { ...ref, briefId: null, page })))
    await golden('brief', pages.join('\n'))
  })

  it('has a modal for a brief that is being read, missing, or unreadable', async () => {
    const views = [
      briefLoading(),
      briefModal([], { ...ref, briefId: null, page: 1 }),
      briefProblem('The service did not answer.', 'K7Q2M'),
    ]
    await golden('brief-states', views.map(renderView).join('\n'))
  })

  it('has simpler forms for the day when Slack refuses the blocks', async () => {
    const { main } = digestMessages(digest())
    await golden('digest-simpler', render(simpler(main)))
    await golden('digest-plain', render(plainText(main)))
  })
})
