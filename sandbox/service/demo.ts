/** The demo's keys, one for each scope, and the ids to use with them. */
import {
  DEMO_ORGANIZATION,
  DEMO_PROJECT,
  DEMO_USER_ID,
  DEMO_WORKSPACE,
  FOREIGN_ORGANIZATION,
  OWN_BRAND,
  SECOND_ORGANIZATION,
} from './data/catalog.ts'
import { DEMO_EVALUATION_ID, EVALUATION_IDS } from './data/evaluations.ts'
import { PERSONAS, STRENGTHS, THEMATICS, TOPICS, WEAKNESSES } from './data/prompts.ts'
import { hash } from './data/random.ts'
import { EMPTY_RESULT_ID, RESULT_IDS } from './data/recommendations.ts'
import { DEMO_SUBREDDITS } from './data/reddit.ts'
import { KEY_PREFIX, type KeyInput, type KeyStore } from './keys.ts'
import type { AnalyticsService } from './model.ts'

/** With this seed, the own brand overtakes or is overtaken in any eight weeks. */
export const DEFAULT_SEED = 31

export const DEMO: AnalyticsService['demo'] = {
  organizationId: DEMO_ORGANIZATION.id,
  workspaceId: DEMO_WORKSPACE.id,
  projectId: DEMO_PROJECT.id,
  ownBrand: OWN_BRAND,
  subreddits: DEMO_SUBREDDITS,
  resultIds: RESULT_IDS,
  evaluationId: DEMO_EVALUATION_ID,
  userId: DEMO_USER_ID,
  otherOrganizationIds: { sameUser: SECOND_ORGANIZATION.id, foreign: FOREIGN_ORGANIZATION.id },
  resultIdWithoutBriefs: EMPTY_RESULT_ID,
  evaluationIds: EVALUATION_IDS,
  dimensions: {
    topics: TOPICS,
    personas: PERSONAS,
    thematics: THEMATICS,
    strengths: STRENGTHS,
    weaknesses: WEAKNESSES,
  },
}

/** The demo's secrets depend only on the seed, so that a filled-in settings file stays valid after a restart. */
function demoSecret(seed: number, name: string): string {
  const parts = [1, 2, 3, 4].map((n) => hash(seed, 'key', name, n).toString(36).padStart(7, '0'))
  return `${KEY_PREFIX}${parts.join('')}`
}

export function demoKeys(store: KeyStore, seed: number): AnalyticsService['keys'] {
  const user = { kind: 'user', userId: DEMO_USER_ID } as const
  const organization = { kind: 'organization', organizationId: DEMO_ORGANIZATION.id } as const
  const workspace = { ...organization, kind: 'workspace', workspaceId: DEMO_WORKSPACE.id } as const
  const create = (input: KeyInput, name: string) => store.create(input, demoSecret(seed, name)).secret
  return {
    user: create({ name: 'Demo user key', scope: user, role: 'admin' }, 'user'),
    organization: create(
      { name: 'Demo organization key', scope: organization, role: 'admin' },
      'organization',
    ),
    workspace: create({ name: 'Demo workspace key', scope: workspace, role: 'member' }, 'workspace'),
    readOnly: create({ name: 'Demo read-only key', scope: organization, role: 'viewer' }, 'readOnly'),
  }
}
