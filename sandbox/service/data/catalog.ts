/** The sandbox's organizations, workspaces and analyses. Their ids are constants, so that scripts can use them. */
import { dayFromDate } from './days.ts'
import { at } from './random.ts'

export const SOURCES = [
  'Bing',
  'BingAIO',
  'ChatGPT',
  'Perplexity',
  'Google',
  'GoogleAIO',
  'GoogleAIMode',
  'Claude',
  'Gemini',
  'AmazonRufus',
] as const

export const OWN_BRAND = 'Northwind'

/** All companies are fictional. The own brand comes first. */
export const BRANDS = [
  OWN_BRAND,
  'Acme',
  'Contoso',
  'Globex',
  'Initech',
  'Umbrix',
  'Fabrikam',
  'Tailspin',
  'Litware',
  'Proseware',
  'Vandelay',
  'Wingtip',
] as const

const FIRST = 'Alpine Blue Coho Delta Ever Fourth Grand Hazel Iron Juniper Kestrel Lamna Margie Nod'.split(
  ' ',
)
const SECOND = 'Apps Base Cloud Desk Edge Flow Grid Hub Ink Loop Mail Path Stack'.split(' ')

/** The brands, followed by many small ones for a crowded market: 194 in all. */
export const ALL_BRANDS: readonly string[] = [
  ...BRANDS,
  ...FIRST.flatMap((first) => SECOND.map((second) => `${first} ${second}`)),
]

export interface Organization {
  readonly id: string
  readonly name: string
  readonly created_at: string
}

export interface Workspace extends Organization {
  readonly organization_id: string
}

export interface Project {
  readonly id: string
  readonly workspaceId: string
  /** Names from `SOURCES`, or engines added later. */
  readonly sources: readonly string[]
  readonly brands: readonly string[]
  readonly countries: readonly string[]
  /** The first day with data, if it isn't the first that the service keeps. */
  readonly firstDay: number
  /** Whether an engine's answers of a day were collected. */
  isCollected(source: string, day: number): boolean
}

/** A day on which an engine, or by default all of them, was not collected. */
export interface Gap {
  /** `YYYY-MM-DD`. */
  readonly date: string
  readonly engine?: string
}

const complete = { firstDay: 0, isCollected: () => true }

export const DEMO_USER_ID = '7b1f6c0e-52d4-4a39-9d0b-3f8f2a6c1e01'

export const DEMO_ORGANIZATION: Organization = {
  id: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01',
  name: 'Northwind Group',
  created_at: '2023-03-06T09:12:44.000Z',
}
/** A second organization of the demo user. A user key can reach it; a key of the first organization can't. */
export const SECOND_ORGANIZATION: Organization = {
  id: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c02',
  name: 'Northwind Labs',
  created_at: '2024-01-15T13:40:02.000Z',
}
/** An organization that exists but that no demo key can reach. */
export const FOREIGN_ORGANIZATION: Organization = {
  id: '0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c03',
  name: 'Fabrikam Holding',
  created_at: '2022-11-28T07:55:19.000Z',
}

export const ORGANIZATIONS = [DEMO_ORGANIZATION, SECOND_ORGANIZATION, FOREIGN_ORGANIZATION] as const

/** Which organizations each user belongs to. */
export const MEMBERSHIPS: ReadonlyMap<string, readonly string[]> = new Map([
  [DEMO_USER_ID, [DEMO_ORGANIZATION.id, SECOND_ORGANIZATION.id]],
])

function workspace(n: number, organization: Organization, name: string, created_at: string): Workspace {
  return { id: `3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f0${n}`, organization_id: organization.id, name, created_at }
}

export const WORKSPACES: readonly Workspace[] = [
  workspace(1, DEMO_ORGANIZATION, 'Northwind CRM', '2023-03-06T09:20:10.000Z'),
  workspace(2, DEMO_ORGANIZATION, 'Northwind Mail', '2023-09-18T15:02:37.000Z'),
  workspace(3, SECOND_ORGANIZATION, 'Labs', '2024-01-15T13:41:00.000Z'),
  workspace(4, FOREIGN_ORGANIZATION, 'Fabrikam Retail', '2022-11-28T08:01:54.000Z'),
]
export const DEMO_WORKSPACE: Workspace = at(WORKSPACES, 0)

function project(
  n: number,
  workspaceIndex: number,
  facts: Pick<Project, 'sources' | 'brands' | 'countries'>,
): Project {
  const id = `a52d8e76-914b-4c03-b7f2-6e0d1c2b3a0${n}`
  return { id, workspaceId: at(WORKSPACES, workspaceIndex).id, ...complete, ...facts }
}

const SMALL = {
  sources: ['ChatGPT', 'Perplexity', 'Google', 'GoogleAIO', 'Claude', 'Gemini'],
  brands: BRANDS.slice(0, 8),
} as const

export const PROJECTS: readonly Project[] = [
  project(1, 0, { sources: SOURCES, brands: BRANDS, countries: ['DE', 'FR', 'GB', 'US'] }),
  project(2, 0, { ...SMALL, countries: ['US', 'CA'] }),
  project(3, 1, { ...SMALL, countries: ['DE', 'AT', 'CH'] }),
  project(4, 2, { ...SMALL, countries: ['NL'] }),
  project(5, 3, { ...SMALL, countries: ['ES', 'IT'] }),
]
export const DEMO_PROJECT: Project = at(PROJECTS, 0)

interface DemoData {
  readonly brands?: number | undefined
  readonly newEngines?: readonly string[] | undefined
  /** `YYYY-MM-DD`. */
  readonly start?: string | undefined
  readonly gaps?: readonly Gap[] | undefined
}

/** The projects. The demo's has the requested number of brands, the new engines, and no data before its start or in gaps. */
export function projectsWith({ brands, newEngines = [], start, gaps = [] }: DemoData): readonly Project[] {
  const firstDay = start === undefined ? 0 : dayFromDate(Temporal.PlainDate.from(start))
  const missing = gaps.map(({ date, engine }) => ({
    day: dayFromDate(Temporal.PlainDate.from(date)),
    engine,
  }))
  const demo: Project = {
    ...DEMO_PROJECT,
    brands: ALL_BRANDS.slice(0, brands ?? BRANDS.length),
    sources: [...DEMO_PROJECT.sources, ...newEngines],
    firstDay,
    isCollected: (source, day) =>
      day >= firstDay && !missing.some((gap) => gap.day === day && (gap.engine ?? source) === source),
  }
  return PROJECTS.map((project) => (project === DEMO_PROJECT ? demo : project))
}

/** All engines the interface accepts: the specification's, plus those added later. */
export function enginesOf(projects: readonly Project[]): readonly string[] {
  return [...new Set([...SOURCES, ...projects.flatMap(({ sources }) => sources)])]
}
