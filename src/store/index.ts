import { type AlertStore, alertStore } from './alerts.ts'
import { type AuditStore, auditStore } from './audit.ts'
import { type ChannelStore, channelStore } from './channels.ts'
import { type ConnectionStore, connectionStore } from './connections.ts'
import { type DeliveryStore, deliveryStore } from './deliveries.ts'
import { type DigestRecordStore, digestRecordStore } from './digest-record.ts'
import { type DisconnectionStore, disconnectionStore } from './disconnections.ts'
import type { Engine } from './engine.ts'
import type { Eraser } from './erase.ts'
import { guarded } from './errors.ts'
import { type InstallationStore, installationStore } from './installations.ts'
import { type MessageStore, messageStore } from './messages.ts'
import { migrate, ping } from './migrations.ts'
import { type PaceStore, paceStore } from './pace.ts'
import type { Resealer } from './reseal.ts'
import { type RetentionStore, retentionStore } from './retention.ts'
import { createSealer, type Sealer } from './seal.ts'
import { sqliteEngine } from './sqlite.ts'
import { type HeldFile, holdFile } from './sqlite-file.ts'
import { type StateStore, stateStore } from './states.ts'
import { type SubscriptionStore, subscriptionStore } from './subscriptions.ts'
import { type TaskStore, taskStore } from './tasks.ts'
import { type WatchStore, watchStore } from './watches.ts'

export { type AlertIntent, type AlertMark, alertIntent } from './alert-intent.ts'
export type { AlertState, MarkedAlerts } from './alerts.ts'
export type { AuditEntry, RecordedAuditEntry } from './audit.ts'
export type { ChannelSettings, TrackedRecommendation } from './channels.ts'
export type { Connection } from './connections.ts'
export type { Tells } from './delivery-claims.ts'
export type { Untold } from './delivery-lists.ts'
export type { SlotPlan } from './delivery-queue.ts'
export type { Claim, Delivery } from './delivery-record.ts'
export { ownThread, type ThreadClaim } from './delivery-threads.ts'
export type { Waiting } from './delivery-waiting.ts'
export type { DigestRecord, SaidActions } from './digest-record.ts'
export type {
  AlertSettings,
  Days,
  DigestSection,
  DigestSettings,
  Schedule,
} from './digest-settings.ts'
export { alertKinds, defaultSettings, digestSections, settingsMark } from './digest-settings.ts'
export type { DigestFigures, DigestStatement, SaidSummary } from './digest-statement.ts'
export type { Disconnection } from './disconnections.ts'
export { StoreError, type StoreErrorCode } from './errors.ts'
export type { StoredToken } from './installation-tokens.ts'
export type { Installation, NewInstallation } from './installations.ts'
export type { PostedMessage } from './messages.ts'
export { type NewNotice, type Notice, type NoticeMatter, nobodyToTell, noticeOf } from './notice-intent.ts'
export type { Pace } from './pace.ts'
export { hashed, recordKey } from './record-key.ts'
export { type Prunable, prunable } from './retention.ts'
export { createSealer } from './seal.ts'
export { singleUse } from './states.ts'
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
  readonly records: DigestRecordStore
  readonly tasks: TaskStore
  readonly messages: MessageStore
  readonly audit: AuditStore
  readonly watches: WatchStore
  readonly retention: RetentionStore
  readonly alerts: AlertStore
  readonly disconnections: DisconnectionStore
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
  const { db, shared } = engine
  try {
    await guarded({ migrate }, engine).migrate(engine)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return {
    channels: guarded(channelStore(db, shared), engine),
    subscriptions: guarded(subscriptionStore(db, shared), engine),
    deliveries: guarded(deliveryStore(db, shared), engine),
    paces: guarded(paceStore(db, shared), engine),
    records: guarded(digestRecordStore(db), engine),
    tasks: guarded(taskStore(db, shared), engine),
    messages: guarded(messageStore(db), engine),
    audit: guarded(auditStore(db), engine),
    watches: guarded(watchStore(db, shared), engine),
    retention: guarded(retentionStore(db), engine),
    alerts: guarded(alertStore(db, shared), engine),
    disconnections: guarded(disconnectionStore(db), engine),
    connections: guarded(connectionStore(db, sealer), engine),
    installations: guarded(installationStore(db, sealer, shared), engine),
    states: guarded(stateStore(db), engine),
    canSeal: sealer.hasKey,
    // An operator's, on the command line: loaded when they are asked for.
    ...guarded(
      {
        erase: async (team: string) => (await import('./erase.ts')).eraser(db, shared).erase(team),
        reseal: async () => (await import('./reseal.ts')).resealer(db, sealer).reseal(),
      },
      engine,
    ),
    ...guarded({ ping: () => ping(db), close: () => db.destroy() }, engine),
  }
}

async function engineOf(options: StoreOptions | HeldFile): Promise<Engine> {
  if ('database' in options) return sqliteEngine(options)
  if ('file' in options) return sqliteEngine(holdFile(options.file))
  return (await import('./postgres.ts')).openPostgres(options.databaseUrl)
}
