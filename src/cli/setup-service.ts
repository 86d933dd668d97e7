import { type AnalysisScope, type AnalyticsApi, ApiError, createAnalyticsApi } from '../api/index.ts'
import { isWrongId, placesOf, refusal } from '../channels/service-lists.ts'
import { systemClock } from '../lib/clock.ts'
import type { Answers } from './setup-answers.ts'

type Address = 'SIGHTLINE_API_URL' | 'SIGHTLINE_SEARCH_API_URL'

const deadlineMs = 10_000

export async function connectService(answers: Answers): Promise<void> {
  await answers.ask('SIGHTLINE_API_URL')
  await answers.ask('SIGHTLINE_SEARCH_API_URL')
  await answers.ask('SIGHTLINE_API_KEY')
  await request(answers, 'SIGHTLINE_API_URL', (api) => api.authenticate())
  await chooseWorkspace(answers)
  await request(answers, 'SIGHTLINE_SEARCH_API_URL', (api) => api.insightsFilters(scopeOf(answers)))
  for (;;) {
    await answers.ask('SIGHTLINE_PROJECT_ID')
    const isWrong = await isRefused(answers, 'SIGHTLINE_SEARCH_API_URL', (api, scope) =>
      api.collects(scope, { page: 1, page_size: 1 }),
    )
    if (!isWrong) return
    answers.say('  The workspace has no such analysis, or the API key can’t read it.')
  }
}

async function chooseWorkspace(answers: Answers): Promise<void> {
  const organizations = await listed(answers, (api) => api.organizations())
  for (;;) {
    if (organizations.length === 0) await answers.ask('SIGHTLINE_ORGANIZATION_ID')
    else await answers.choose('SIGHTLINE_ORGANIZATION_ID', 'organization', organizations)
    const organization = answers.get('SIGHTLINE_ORGANIZATION_ID')
    const workspaces = await listed(answers, (api) => api.workspaces(organization))
    if (workspaces.length > 0)
      return void (await answers.choose('SIGHTLINE_WORKSPACE_ID', 'workspace', workspaces))
    await answers.ask('SIGHTLINE_WORKSPACE_ID')
    // Any request of the core API about the workspace says whether it exists.
    if (!(await isRefused(answers, 'SIGHTLINE_API_URL', (api, scope) => api.redditSummaries(scope, []))))
      return
    answers.say('  The API key reaches no such workspace in this organization.')
  }
}

/** None if the key may not list them. */
function listed(answers: Answers, list: (api: AnalyticsApi) => Promise<Parameters<typeof placesOf>[0]>) {
  return request(answers, 'SIGHTLINE_API_URL', async (api) => {
    try {
      return placesOf(await list(api))
    } catch (error) {
      if (isWrongId(error)) return []
      throw error
    }
  })
}

/** Whether the service doesn't know the ids, or the key may not read what they name. */
async function isRefused(
  answers: Answers,
  address: Address,
  work: (api: AnalyticsApi, scope: AnalysisScope) => Promise<unknown>,
): Promise<boolean> {
  const scope = scopeOf(answers)
  return request(answers, address, async (api) => (await refusal(work(api, scope))) !== null)
}

const scopeOf = (answers: Answers): AnalysisScope => ({
  organizationId: answers.get('SIGHTLINE_ORGANIZATION_ID'),
  workspaceId: answers.get('SIGHTLINE_WORKSPACE_ID'),
  projectId: answers.get('SIGHTLINE_PROJECT_ID'),
})

/** Repeats a request until the address and the key work. */
async function request<T>(
  answers: Answers,
  address: Address,
  work: (api: AnalyticsApi) => Promise<T>,
): Promise<T> {
  for (;;) {
    const api = createAnalyticsApi({
      baseUrl: answers.get('SIGHTLINE_API_URL'),
      searchBaseUrl: answers.get('SIGHTLINE_SEARCH_API_URL'),
      apiKey: () => answers.get('SIGHTLINE_API_KEY'),
      clock: systemClock,
      deadlineMs,
      cacheSeconds: 0,
    })
    try {
      return await work(api)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const keyProblem = keyProblems[error.code]
      answers.say(`  ${keyProblem ?? addressProblem(answers.get(address), address, error)}`)
      await answers.ask(keyProblem === undefined ? address : 'SIGHTLINE_API_KEY')
    } finally {
      await api.close()
    }
  }
}

const keyProblems: Readonly<Partial<Record<ApiError['code'], string>>> = {
  authentication: 'The analytics service rejected the API key.',
  forbidden:
    'The API key isn’t allowed to read that. Give it a role in this workspace, or enter another key.',
}

function addressProblem(address: string, name: Address, { code, status, userMessage }: ApiError): string {
  if (code === 'rate_limited') return userMessage
  if (status === null) return `Nothing answers at ${address}. Check it, and this machine’s network.`
  if (code === 'unavailable') return `${address} is down: it answers ${status}.`
  return `What answers at ${address} isn’t the ${name === 'SIGHTLINE_API_URL' ? 'analytics service' : 'search-analytics API'}.`
}
