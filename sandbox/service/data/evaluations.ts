/** Website evaluations (specification, part 2.1). Their status advances with the clock after the service starts. */
import { DEMO_USER_ID, DEMO_WORKSPACE } from './catalog.ts'
import { at } from './random.ts'

type Status = 'pending' | 'in_progress' | 'completed' | 'partial' | 'failed'

interface Plan {
  readonly id: string
  readonly name: string
  readonly urls: readonly string[]
  readonly tags: readonly string[]
  readonly end: 'completed' | 'partial' | 'failed'
  /** How many seconds before the service's start it was created; 0 by default. */
  readonly age?: number
  readonly archived?: true
  readonly discovery: boolean
  readonly automatic?: true
}

/** Seconds after creation at which the work begins and ends. */
const BEGINS = 30
const ENDS = 180

const id = (n: number) => `d4e6b2a8-70c9-4f15-8a3d-5b9c0e1f2d0${n}`

const PLANS: readonly Plan[] = [
  {
    id: id(1),
    name: 'Product pages, English',
    urls: ['https://www.northwind.example/', 'https://www.northwind.example/pricing'],
    tags: ['product', 'en'],
    end: 'completed',
    discovery: true,
  },
  {
    id: id(2),
    name: 'Help center',
    urls: ['https://help.northwind.example/import', 'https://help.northwind.example/limits'],
    tags: ['help'],
    end: 'partial',
    discovery: false,
  },
  {
    id: id(3),
    name: 'Retired blog',
    urls: ['https://old-blog.northwind.example/'],
    tags: [],
    end: 'failed',
    discovery: false,
    automatic: true,
  },
  {
    id: id(4),
    // At part 8's limits: name and tag of 200 characters, URL of 2,000.
    name: 'Quarterly review of every landing page '.repeat(6).slice(0, 200),
    urls: [`https://www.northwind.example/${'landing-'.repeat(250)}`.slice(0, 2000)],
    tags: ['landing page '.repeat(16).slice(0, 200)],
    end: 'completed',
    age: 40 * 86_400,
    archived: true,
    discovery: true,
  },
]

export const EVALUATION_IDS: readonly string[] = PLANS.map((plan) => plan.id)
export const DEMO_EVALUATION_ID = at(EVALUATION_IDS, 0)

function statusOf(plan: Plan, seconds: number): Status {
  if (seconds < BEGINS) return 'pending'
  return seconds < ENDS ? 'in_progress' : plan.end
}

/** An evaluation in its state at `now`, or `undefined` if the workspace has none with that id. */
export function findEvaluation(
  workspaceId: string,
  evaluationId: string,
  startedAt: Temporal.Instant,
  now: Temporal.Instant,
) {
  const plan = PLANS.find((candidate) => candidate.id === evaluationId)
  if (!plan || workspaceId !== DEMO_WORKSPACE.id) return undefined
  const createdAt = startedAt.subtract({ seconds: plan.age ?? 0 })
  const status = statusOf(plan, createdAt.until(now).total('seconds'))
  return {
    id: plan.id,
    created_at: createdAt.toString({ smallestUnit: 'millisecond' }),
    created_by: plan.automatic ? null : DEMO_USER_ID,
    workspace_id: workspaceId,
    name: plan.name,
    urls: [...plan.urls],
    tags: [...plan.tags],
    status,
    is_archived: plan.archived ?? false,
    // The cost is charged when the work begins.
    generation_cost: status === 'pending' ? 0 : 5 * plan.urls.length,
    include_discovery: plan.discovery,
  }
}
