/** Probes of the bot's dependencies: the analytics API, the scheduler, the database. */
import { ApiError, type ApiErrorCode } from '../api/errors.ts'
import { reasonWords } from '../blocks/digests/reasons.ts'
import { counted } from '../blocks/kit/formats.ts'
import { undeliveredNotices } from '../channels/undelivered-notices.ts'
import type { Finding } from '../model/check-up.ts'
import { PostError } from '../slack/port.ts'
import { StoreError } from '../store/engines/errors.ts'
import type { Store } from '../store/index.ts'
import { type Examination, failed, formatDuration, notChecked, type Probe, passed } from './probe.ts'

const checkAddresses =
  'Check SIGHTLINE_API_URL and SIGHTLINE_SEARCH_API_URL, and that this machine reaches them.'
const reportToService = 'Report it to the analytics service; Sightline’s log has the details.'
const checkSetup =
  'See /sightline status, and fix the organization, workspace or analysis with /sightline settings.'

/** Cause and fix of each error code, for the operator. */
const causes: Readonly<Record<ApiErrorCode, readonly [words: string, fix: string]>> = {
  authentication: [
    'The analytics service rejected the API key.',
    'Put a valid key from its console into SIGHTLINE_API_KEY or the file of SIGHTLINE_API_KEY_FILE. Where keys are entered in Slack, type /sightline connect.',
  ],
  forbidden: [
    'The API key can’t read this workspace.',
    'In the analytics console, give the key a role in this organization and workspace.',
  ],
  not_found: [
    'The analytics service doesn’t know this channel’s organization, workspace or analysis.',
    checkSetup,
  ],
  validation: ['The analytics service rejected this channel’s settings.', checkSetup],
  invalid_request: ['This channel’s settings are not valid.', checkSetup],
  rate_limited: ['The analytics service is getting too many requests.', 'Try again in a minute.'],
  unavailable: ['The analytics service can’t be reached.', checkAddresses],
  timeout: ['The analytics service did not answer in time.', checkAddresses],
  bad_response: ['The analytics service’s answer doesn’t match its interface.', reportToService],
  outcome_unknown: ['The analytics service’s answer was lost.', 'Try again in a minute.'],
}

function apiFinding(error: unknown): Finding {
  if (!(error instanceof ApiError)) throw error
  const { code, status } = error
  // It was reached, so the addresses are right.
  if (code === 'unavailable' && status !== null)
    return failed(`The analytics service is down: it answers ${status}.`, 'Try again in a few minutes.')
  if (error.cause instanceof StoreError && error.cause.code === 'sealed')
    return failed('The stored API key can’t be decrypted.', 'Add its key to SIGHTLINE_ENCRYPTION_KEY again.')
  if (code === 'not_found' && error.route?.startsWith('/v1/auth/'))
    return failed(`What answers at SIGHTLINE_API_URL isn’t the core API (HTTP ${status}).`, checkAddresses)
  const [words, usualFix] = causes[code]
  const fix = error.retryAt === null ? usualFix : `Try again after ${error.retryAt}.`
  // Without a key nothing is asked.
  if (code === 'authentication' && status === null) return failed(error.userMessage, fix)
  return failed(status === null ? words : `${words} (HTTP ${status})`, fix)
}

export const apiKey: Probe<Pick<Examination, 'api' | 'clock'>> = {
  name: 'Analytics service',
  fix: reportToService,
  run: async ({ api, clock }) => {
    const before = clock.now().epochMilliseconds
    const refusal = await api.authenticate().then(() => null, apiFinding)
    const ms = clock.now().epochMilliseconds - before
    return refusal ?? passed(`The analytics service accepted the API key in ${ms} ms.`)
  },
}

export const apiData: Probe<Pick<Examination, 'api'>> = {
  name: 'Data',
  fix: reportToService,
  run: async ({ api }, { scope }) => {
    const collects = await api.collects(scope, { page: 1, page_size: 1 }, { fresh: true }).catch(apiFinding)
    if ('state' in collects) return collects
    const { data, pagination } = collects
    if (data.length > 0)
      return passed(
        pagination.total === null
          ? 'The analysis can be read and has data.'
          : `The analysis can be read and has collected data ${counted(pagination.total, 'time')}.`,
      )
    return failed(
      'The analysis can be read, but has no data yet.',
      'Wait for its first collection, or choose another analysis with /sightline settings.',
    )
  },
}

/** A busy machine may miss a wake-up or two. If more are missing, the scheduler has stopped. */
const maxMissedWakes = 3

/** Without these loops no digest is posted. The others may lag behind. */
const essential = ['plan', 'outbox']

export const scheduler = {
  name: 'Scheduler',
  fix: 'Check the log for the reason, then restart Sightline.',
  run: async ({ scheduler: { lastCheck, everyMs, health }, clock }) => {
    const fix = 'Check the log for “the scheduler could not run”, then restart Sightline.'
    if (lastCheck === null) return failed('The digest scheduler hasn’t run since the start.', fix)
    const msSince = (then: Temporal.Instant) => clock.now().epochMilliseconds - then.epochMilliseconds
    const isLate = (then: Temporal.Instant) => msSince(then) > everyMs * maxMissedWakes
    const loops = Object.entries(health())
    const late = loops.filter(
      ([, { lastSuccess, runningSince }]) => runningSince === null && isLate(lastSuccess),
    )
    const behind = loops.flatMap(([name, { lastFailure }]) => {
      if (lastFailure !== null) return `${name} (${lastFailure})`
      return late.some(([other]) => other === name) ? name : []
    })
    const needed = late.filter(([name]) => essential.includes(name))
    const lastRuns = [lastCheck, ...needed.map(([, { lastSuccess }]) => lastSuccess)]
    const longestAgo = Math.max(...lastRuns.map(msSince))
    const words = `last ran ${formatDuration(longestAgo)} ago, and should run every ${formatDuration(everyMs)}.`
    const others = behind.length === 0 ? '' : ` Behind: ${behind.join(', ')}.`
    return isLate(lastCheck) || needed.length > 0
      ? failed(`The digest scheduler is late: it ${words}${others}`, fix)
      : passed(`The digest scheduler ${words}${others}`)
  },
} satisfies Probe<Pick<Examination, 'scheduler' | 'clock'>>

export const database = {
  name: 'Database',
  fix: 'Check the log.',
  run: async ({ store, database: engine, clock }) => {
    const before = clock.now().epochMilliseconds
    try {
      await store.ping()
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      return failed(
        `${engine} doesn’t answer (${error.code}).`,
        'Check that it runs and has disk space. Sightline’s log has the details.',
      )
    }
    return passed(`${engine} answered in ${clock.now().epochMilliseconds - before} ms.`)
  },
} satisfies Probe<Pick<Examination, 'database' | 'clock'> & { readonly store: Pick<Store, 'ping'> }>

/** Only for a contact in Slack. */
export const contact: Probe<Pick<Examination, 'contact' | 'people' | 'slackHealth'>> = {
  name: 'Contact',
  fix: 'Check that this machine reaches slack.com.',
  run: async ({ contact, people, slackHealth }) => {
    const health = await slackHealth().catch(() => null)
    if (health === null || contact?.kind !== 'user') return notChecked('This needs a working token.')
    const person = await people.currentPerson(contact.id).catch((error: unknown) => {
      if (!(error instanceof PostError)) throw error
      return notChecked(`Slack didn’t say who SIGHTLINE_CONTACT is (${error.code}).`)
    })
    if (person !== null && 'state' in person) return person
    return person === null || person.deleted || person.isBot
      ? failed(
          'SIGHTLINE_CONTACT names nobody in this workspace who can get what an owner can’t.',
          'Set it to the Slack user id of a member, and restart Sightline.',
        )
      : passed('SIGHTLINE_CONTACT names a member, who gets what a digest’s owner can’t.')
  },
}

export const noticesDelivered: Probe = {
  name: 'Messages to owners',
  fix: 'Check the log.',
  run: async (examination, target) => {
    const { store, clock } = examination
    const { team } = target
    if (team === undefined) return notChecked('Not asked in a workspace.')
    const reached = await contact.run(examination, target)
    if (reached.state === 'failed') return reached
    const [newest] = await undeliveredNotices(store, team, null, clock.now())
    if (newest === undefined) return passed('Every message about a digest reached someone.')
    return failed(
      `Nobody could be notified about “${newest.name}” (${reasonWords(newest.reason)}). Type /sightline status in its channel for details.`,
      examination.contact?.kind === 'user'
        ? 'Choose another owner for the digest, or another SIGHTLINE_CONTACT.'
        : 'With a single workspace, set SIGHTLINE_CONTACT to a Slack user, who then gets what an owner can’t.',
    )
  },
}
