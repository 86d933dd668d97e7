import { type AuditStore, auditStore } from './audit.ts'
import { type ChannelStore, channelStore } from './channels.ts'
import { type ConnectionStore, connectionStore } from './connections.ts'
import { type DeliveryStore, deliveryStore } from './deliveries.ts'
import type { Engine } from './engine.ts'
import type { Eraser } from './erase.ts'
import { guarded } from './errors.ts'
import { type InstallationStore, installationStore } from './installations.ts'
import { type LedgerStore, ledgerStore } from './ledger.ts'
import { type MessageStore, messageStore } from './messages.ts'
import { migrate, ping } from './migrations.ts'
import { type PaceStore, paceStore } from './pace.ts'
import { openPostgres } from './postgres.ts'
import type { Resealer } from './reseal.ts'
import { createSealer, type Sealer } from './seal.ts'
import { sqliteEngine } from './sqlite.ts'
import { type HeldFile, holdFile } from './sqlite-file.ts'
import { type StateStore, stateStore } from './states.ts'
import { type SubscriptionStore, subscriptionStore } from './subscriptions.ts'
import { type TaskStore, taskStore } from './tasks.ts'
import { type WatchStore, watchStore } from './watches.ts'

export type { AuditEntry, RecordedAuditEntry } from './audit.ts'
export type { ChannelSettings, TrackedRecommendation } from './channels.ts'
export type { Connection } from './connections.ts'
export type { SlotPlan } from './delivery-queue.ts'
export type { Claim, Delivery, DigestFigures } from './delivery-record.ts'
export type {
  AlertSettings,
  Days,
  DigestSection,
  DigestSettings,
  Schedule,
} from './digest-settings.ts'
export { defaultSettings, digestSections } from './digest-settings.ts'
export { StoreError, type StoreErrorCode } from './errors.ts'
export type { StoredToken } from './installation-tokens.ts'
export type { Installation, NewInstallation } from './installations.ts'
export type { LedgerEntry, SeenReddit } from './ledger.ts'
export type { PostedMessage } from './messages.ts'
export type { Pace } from './pace.ts'
export { createSealer } from './seal.ts'
export type { Subscription } from './subscription-record.ts'
export type {
  RecommendationRef,
  TaskClaimRequest,
  TaskClaimResult,
  TaskCounts,
  TaskRecord,
  TaskWish,
} from './tasks.ts'
export type { EvaluationWatch, WatchRef } from './watches.ts'

/**
 * Everything that Sightline remembers. Methods take the clock's `now`, and commit before they answer. Times come
 * back as ISO 8601 instants in UTC with milliseconds. Every method rejects with `StoreError` only.
 */
export interface Store extends Eraser, Resealer {
  readonly channels: ChannelStore
  readonly subscriptions: SubscriptionStore
  readonly deliveries: DeliveryStore
  readonly paces: PaceStore
  readonly ledger: LedgerStore
  readonly tasks: TaskStore
  readonly messages: MessageStore
  readonly audit: AuditStore
  readonly watches: WatchStore
  readonly connections: ConnectionStore
  readonly installations: InstallationStore
  readonly states: StateStore
  /** Whether secrets can be kept at all. */
  readonly canSeal: boolean
  /** Resolves when the database answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** `file`: SQLite, one process. `databaseUrl`: PostgreSQL, any number of them. */
export type StoreOptions = { readonly file: string } | { readonly databaseUrl: string }

/**
 * Opens the database (or takes the file that is held already) and brings it to this version's schema. Throws `StoreError`, whose message says what is wrong
 * and what to do.
 * @param sealer without one no secret is kept, and none can be read
 */
export async function openStore(
  options: StoreOptions | HeldFile,
  sealer: Sealer = createSealer([]),
): Promise<Store> {
  const engine = await engineOf(options)
  const { db, translate, shared } = engine
  try {
    await migrate(engine)
  } catch (error) {
    await db.destroy()
    throw translate(error)
  }
  return {
    channels: guarded(channelStore(db), translate),
    subscriptions: guarded(subscriptionStore(db), translate),
    deliveries: guarded(deliveryStore(db, shared), translate),
    paces: guarded(paceStore(db, shared), translate),
    ledger: guarded(ledgerStore(db), translate),
    tasks: guarded(taskStore(db), translate),
    messages: guarded(messageStore(db), translate),
    audit: guarded(auditStore(db), translate),
    watches: guarded(watchStore(db), translate),
    connections: guarded(connectionStore(db, sealer), translate),
    installations: guarded(installationStore(db, sealer), translate),
    states: guarded(stateStore(db), translate),
    canSeal: sealer.hasKey,
    // An operator's, on the command line: loaded when they are asked for.
    ...guarded(
      {
        erase: async (team: string) => (await import('./erase.ts')).eraser(db).erase(team),
        reseal: async () => (await import('./reseal.ts')).resealer(db, sealer).reseal(),
      },
      translate,
    ),
    ...guarded({ ping: () => ping(db), close: () => db.destroy() }, translate),
  }
}

async function engineOf(options: StoreOptions | HeldFile): Promise<Engine> {
  if ('database' in options) return sqliteEngine(options)
  return 'file' in options ? sqliteEngine(holdFile(options.file)) : openPostgres(options.databaseUrl)
}
