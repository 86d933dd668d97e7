import { createEncryptor, type Encryptor } from './encrypt.ts'
import { holdFile, type SqliteFile, sqliteEngine } from './engines/sqlite.ts'
import { eraser } from './erase.ts'
import { migrate, ping, schemaVersion } from './migrations.ts'
import { retentionStore } from './retention.ts'
import { keyRotation } from './rotate-keys.ts'
import { alertStore } from './tables/alerts.ts'
import { auditStore } from './tables/audit.ts'
import { canvasStore, channelStore, conversationChannelStore } from './tables/channels.ts'
import { connectionStore } from './tables/connections.ts'
import { digestRecordStore } from './tables/digest-record.ts'
import { idempotencyKeys } from './tables/idempotency-keys.ts'
import { disconnectionStore, installationStore } from './tables/installations.ts'
import { marketWeekStore } from './tables/market-weeks.ts'
import { messageStore } from './tables/messages.ts'
import { noteStore } from './tables/notes.ts'
import { outboxStore } from './tables/outbox.ts'
import { paceStore } from './tables/pace.ts'
import type { Engine } from './tables/sql.ts'
import { subscriptionStore } from './tables/subscriptions.ts'
import { taskStore } from './tables/tasks.ts'
import { watchStore } from './tables/watches.ts'

export { type AuditEntry, auditEntry } from './audit-entry.ts'
export { createEncryptor } from './encrypt.ts'
export { StoreError, type StoreErrorCode } from './engines/errors.ts'
export { type Prunable, prunable } from './retention.ts'
export type * from './tables/alerts.ts'
export type * from './tables/channels.ts'
export type * from './tables/connections.ts'
export type * from './tables/digest-record.ts'
export { recordKey } from './tables/digest-record.ts'
export * from './tables/digest-settings.ts'
export { singleUse } from './tables/idempotency-keys.ts'
export type * from './tables/installations.ts'
export type * from './tables/messages.ts'
export type * from './tables/notes.ts'
export type * from './tables/outbox.ts'
export type * from './tables/owed.ts'
export { digestKinds, noticeOf } from './tables/owed.ts'
export type * from './tables/pace.ts'
export type * from './tables/subscription-rows.ts'
export { digestOwed, type SlotPlan } from './tables/subscriptions.ts'
export type * from './tables/tasks.ts'
export type * from './tables/watches.ts'

/**
 * Sightline's database. Methods take the clock's `now` and commit before they resolve. Returned times are ISO 8601
 * instants in UTC with milliseconds. Methods reject only with `StoreError`.
 */
export type Store = Awaited<ReturnType<typeof openStore>>

/** `file`: SQLite, for one process. `databaseUrl`: PostgreSQL, for any number of processes. */
export type StoreOptions = { readonly file: string } | { readonly databaseUrl: string }

/**
 * Opens the database (or uses a file that is already locked) and migrates it to this version's schema. A newer schema
 * stays as it is, if it allows this version to use it.
 * @param encryptor without a key, secrets can be neither stored nor read
 * @throws {StoreError} its message says what is wrong and what to do
 */
export async function openStore(
  options: StoreOptions | SqliteFile,
  encryptor: Encryptor = createEncryptor([]),
) {
  const engine = await engineOf(options)
  const { db } = engine
  const schema = await guarded({ migrate }, engine)
    .migrate(engine)
    .catch(async (error: unknown) => {
      await db.close()
      throw error
    })
  return {
    channels: guarded(channelStore(db), engine),
    subscriptions: guarded(subscriptionStore(db), engine),
    outbox: guarded(outboxStore(db), engine),
    paces: guarded(paceStore(db), engine),
    records: guarded(digestRecordStore(db), engine),
    tasks: guarded(taskStore(db), engine),
    notes: guarded(noteStore(db), engine),
    canvases: guarded(canvasStore(db), engine),
    marketWeeks: guarded(marketWeekStore(db), engine),
    messages: guarded(messageStore(db), engine),
    audit: guarded(auditStore(db), engine),
    watches: guarded(watchStore(db), engine),
    retention: guarded(retentionStore(db), engine),
    alerts: guarded(alertStore(db), engine),
    disconnections: guarded(disconnectionStore(db), engine),
    connections: guarded(connectionStore(db, encryptor), engine),
    installations: guarded(installationStore(db, encryptor), engine),
    conversationChannels: guarded(conversationChannelStore(db), engine),
    idempotencyKeys: guarded(idempotencyKeys(db), engine),
    canEncrypt: encryptor.hasKey,
    /** The schema number if a newer version has migrated the database; `null`: the schema is this version's. */
    newerSchema: schema > schemaVersion ? schema : null,
    ...guarded(eraser(db), engine),
    ...guarded(keyRotation(db, encryptor), engine),
    /** `ping` resolves when the database answers. */
    ...guarded({ ping: () => ping(db), close: () => db.close() }, engine),
  }
}

async function engineOf(options: StoreOptions | SqliteFile): Promise<Engine> {
  if ('database' in options) return sqliteEngine(options)
  if ('file' in options) return sqliteEngine(holdFile(options.file))
  // Loaded on demand: SQLite doesn't need it.
  return (await import('./engines/postgres.ts')).openPostgres(options.databaseUrl)
}

/** Methods resolve once writes are durable, and throw only `StoreError`: a driver's error may contain the password. */
export function guarded<G extends object>(
  group: G,
  { translate, within }: Pick<Engine, 'translate' | 'within'>,
): G {
  const methods = Object.entries(group).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await within(async () => method(...args))
      } catch (error) {
        throw translate(error)
      }
    },
  ])
  return Object.fromEntries(methods) as G
}
