import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  Kysely,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import type { Database } from '../schema.ts'
import { storable } from '../tables/text.ts'
import type { Engine } from './engine.ts'
import { GroupCommit } from './group-commit.ts'
import { type HeldFile, sqliteError } from './sqlite-file.ts'

class StorableTextCompiler extends SqliteQueryCompiler {
  protected override appendValue(parameter: unknown): void {
    super.appendValue(storable(parameter))
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createQueryCompiler(): QueryCompiler {
    return new StorableTextCompiler()
  }
}

const maxPreparedStatements = 200

/** Queries over a file that this process holds. */
export function sqliteEngine({ path, database, disk }: HeldFile): Engine {
  const group = new GroupCommit(database, disk)
  return {
    db: new Kysely<Database>({ dialect: new NodeSqliteDialect({ database: preparing(database, group) }) }),
    translate: (error) => sqliteError(path, error),
    within: (method) => group.within(method),
    migrationLock: null,
    shared: false,
  }
}

function preparing(database: DatabaseSync, group: GroupCommit): SqliteDatabase {
  // Measured: halves a small read (43 to 21 microseconds). The bound is for texts that vary, like long VALUES lists.
  const prepared = new Map<string, SqliteStatement>()
  const control: Readonly<Record<string, SqliteStatement>> = {
    begin: act(() => group.begin()),
    commit: act(() => group.commit()),
    rollback: act(() => group.rollback()),
  }
  return {
    prepare(sql) {
      const known = prepared.get(sql) ?? control[sql]
      if (known !== undefined) return known
      if (prepared.size === maxPreparedStatements) prepared.clear()
      const fresh = statement(database, sql, group)
      prepared.set(sql, fresh)
      return fresh
    },
    close: () => group.close(),
  }
}

/** The part of better-sqlite3's interface that Kysely's dialect asks for. */
function statement(database: DatabaseSync, sql: string, group: GroupCommit): SqliteStatement {
  const prepared = database.prepare(sql)
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => group.run(sql, () => prepared.all(...bound(parameters))),
    run: (parameters) => group.run(sql, () => prepared.run(...bound(parameters))),
    iterate: (parameters) => prepared.iterate(...bound(parameters)),
  }
}

/** Kysely's words for a transaction. */
function act(what: () => void): SqliteStatement {
  return {
    reader: false,
    all: () => [],
    run: () => {
      what()
      return { changes: 0, lastInsertRowid: 0 }
    },
    iterate: () => [][Symbol.iterator](),
  }
}
