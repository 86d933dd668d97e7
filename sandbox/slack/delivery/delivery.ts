/** Delivers envelopes to the app, by socket or HTTP, and keeps the last one for redelivery. */
import { randomUUID } from 'node:crypto'
import type { Exchanges } from '../../exchanges.ts'
import { recordDelivery } from '../exchange-log.ts'
import { isJson, type Json, text } from '../json.ts'
import type { Acknowledgement, EnvelopeKind, LoggedDelivery } from '../model.ts'
import { TOKENS } from '../world/seed.ts'
import type { Timers } from '../world/timers.ts'
import type { Envelope, Outcome, Retry } from './envelope.ts'
import { deliverSigned, verifyUrl } from './signed-http.ts'
import type { Sockets } from './sockets.ts'

/** Slack retries an event three times: immediately, after one minute, after five minutes. */
const RETRIES_AFTER_MS = [0, 60_000, 300_000]

type Finish = (outcome: Outcome) => Acknowledgement

export interface Delivery {
  requestUrl: string | null
  readonly log: readonly LoggedDelivery[]
  /** Delivers an envelope; `finish` then applies what the acknowledgement says. */
  send(kind: EnvelopeKind, payload: Json, finish: Finish): Promise<Acknowledgement>
  /** Delivers an event, and retries like Slack until it is acknowledged. */
  emit(payload: Json): Promise<Acknowledgement>
  redeliver(kind?: EnvelopeKind): Promise<Acknowledgement>
  /** Delivers an event's callback again, as after a lost acknowledgement. */
  repeat(payload: Json): Promise<Acknowledgement>
  verify(): Promise<boolean>
  close(): void
}

/** An acknowledgement without anything to apply. */
export const plain: Finish = (outcome) =>
  outcome.ok
    ? { ok: true, ms: outcome.ms, ...('body' in outcome ? { body: outcome.body } : {}) }
    : { ok: false, ms: outcome.ms, error: outcome.failure }

/** The subject of the envelope: the command, or the type of the interaction or event. */
function nameOf({ payload }: Envelope): string {
  const event = isJson(payload.event) ? payload.event : payload
  return text(payload.command) ?? text(event.type) ?? ''
}

interface Surroundings {
  readonly sockets: Sockets
  readonly timers: Timers
  readonly exchanges: Exchanges
  /** How long Slack waits for an acknowledgement. */
  readonly timeoutMs: number
  changed(): void
}

export function createDelivery({ sockets, timers, exchanges, timeoutMs, changed }: Surroundings): Delivery {
  const log: LoggedDelivery[] = []
  const stopping = new AbortController()
  const last = new Map<EnvelopeKind | 'any', { envelope: Envelope; finish: Finish }>()
  const delivery: Delivery = {
    requestUrl: null,
    log,
    send: async (kind, payload, finish) => {
      const envelope = seal(kind, payload)
      remember(envelope, finish)
      const outcome = await deliver(envelope)
      note(envelope, outcome, 0)
      return finish(outcome)
    },
    emit: async (payload) => {
      const envelope = seal('events_api', payload)
      remember(envelope, plain)
      const outcome = await deliver(envelope)
      retryUnlessDone(envelope, outcome, 0)
      return plain(outcome)
    },
    redeliver: async (kind) => {
      const previous = last.get(kind ?? 'any')
      if (!previous) throw new Error('nothing has been delivered yet')
      return previous.finish(await onceMore(previous.envelope))
    },
    repeat: async (payload) => plain(await onceMore(seal('events_api', payload))),
    verify: async () => {
      if (!delivery.requestUrl) throw new Error('no request URL is set')
      return verifyUrl(delivery.requestUrl, randomUUID(), TOKENS.verification, TOKENS.signing)
    },
    close: () => stopping.abort(),
  }
  /** Slack's name for the reason of a retry. */
  const reasonFor = (failure: string): string => {
    const late = failure === 'operation_timeout'
    if (delivery.requestUrl) return late ? 'http_timeout' : 'http_error'
    return late ? 'timeout' : 'connection_failed'
  }
  const seal = (kind: EnvelopeKind, payload: Json): Envelope => {
    return { id: randomUUID(), kind, payload, acceptsResponse: kind !== 'events_api' }
  }
  const remember = (envelope: Envelope, finish: Finish) => {
    last.set(envelope.kind, { envelope, finish })
    last.set('any', { envelope, finish })
  }
  const deliver = async (envelope: Envelope, retry?: Retry): Promise<Outcome> => {
    const ended = recordDelivery(exchanges, delivery.requestUrl ? 'POST' : 'socket', envelope, retry)
    const outcome = await bring(envelope, retry)
    ended(outcome)
    return outcome
  }
  const onceMore = async (envelope: Envelope): Promise<Outcome> => {
    const outcome = await deliver(envelope, { attempt: 1, reason: reasonFor('operation_timeout') })
    note(envelope, outcome, 1)
    return outcome
  }
  const bring = (envelope: Envelope, retry?: Retry): Promise<Outcome> => {
    if (!delivery.requestUrl) return sockets.send(envelope, timeoutMs, retry)
    const options = { secret: TOKENS.signing, timeoutMs, signal: stopping.signal }
    return deliverSigned(delivery.requestUrl, envelope, { ...options, ...(retry ? { retry } : {}) })
  }
  const note = (envelope: Envelope, outcome: Outcome, attempt: number) => {
    const { ok, ms } = outcome
    const failure = outcome.ok ? {} : { failure: outcome.failure }
    log.push({ kind: envelope.kind, name: nameOf(envelope), attempt, ok, ms, ...failure })
    changed()
  }
  /** Records the outcome of attempt `done` and schedules the next one if needed. */
  const retryUnlessDone = (envelope: Envelope, outcome: Outcome, done: number) => {
    note(envelope, outcome, done)
    const wait = RETRIES_AFTER_MS[done]
    if (outcome.ok || outcome.noRetry || wait === undefined || stopping.signal.aborted) return
    const retry = { attempt: done + 1, reason: reasonFor(outcome.failure) }
    timers.after(wait, () => {
      void deliver(envelope, retry).then((next) => retryUnlessDone(envelope, next, done + 1))
    })
  }
  return delivery
}
