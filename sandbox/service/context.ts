/** The context that the routes share, created once per start. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { SandboxClock } from '../clock.ts'
import type { Project } from './data/catalog.ts'
import { dayOf } from './data/days.ts'
import type { Effects } from './data/effects.ts'
import type { KeyStore } from './keys.ts'
import type { TokenIssuer } from './tokens.ts'

export interface ServiceContext {
  readonly clock: SandboxClock
  readonly seed: number
  /** When the service started. The demo's evaluations and tasks are dated relative to it. */
  readonly startedAt: Temporal.Instant
  readonly keys: KeyStore
  readonly tokens: TokenIssuer
  readonly projects: readonly Project[]
  readonly effects: Effects
}

/** A Fastify instance whose routes get their types from zod schemas. */
export type ServiceApp = FastifyInstance<
  Server,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** The current day (UTC). No data exists after it. */
export const today = ({ clock }: ServiceContext): number => dayOf(clock.now())

/** Routes of one resource. */
export type Routes = (app: ServiceApp, context: ServiceContext) => void
