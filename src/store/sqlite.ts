import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  Kysely,
  type QueryCompiler,
  type SqliteDatabase,
  SqliteDialect,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely'
import type { Engine } from './engine.ts'
import type { Database } from './schema.ts'
import { type HeldFile, sqliteError } from './sqlite-file.ts'
import { storable } from './text.ts'

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
export function sqliteEngine({ path, database }: HeldFile): Engine {
  return {
    db: new Kysely<Database>({ dialect: new NodeSqliteDialect({ database: preparing(database) }) }),
    translate: (error) => sqliteError(path, error),
    migrationLock: null,
    shared: false,
  }
}

function preparing(database: DatabaseSync): SqliteDatabase {
  // Measured: halves a small read (43 to 21 microseconds). The bound is for texts that vary, like long VALUES lists.
  const prepared = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      if (prepared.size === maxPreparedStatements) prepared.clear()
      const fresh = statement(database, sql)
      prepared.set(sql, fresh)
      return fresh
    },
    close: () => database.close(),
  }
}

/** The part of better-sqlite3's interface that Kysely's dialect asks for. */
function statement(database: DatabaseSync, sql: string): SqliteStatement {
  const prepared = database.prepare(sql)
  const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[]
  return {
    reader: prepared.columns().length > 0,
    all: (parameters) => prepared.all(...bound(parameters)),
    run: (parameters) => prepared.run(...bound(parameters)),
    iterate: (parameters) => prepared.iterate(...bound(parameters)),
  }
}
