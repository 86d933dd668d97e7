import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { storable } from './text.ts'

type Built<Row> = { compile(): CompiledQuery<Row> }

/**
 * A query that is built once and then asked with other parameters: for what every command asks. Measured: building
 * it anew took most of such a read's time and memory, while hundreds of commands waited for an answer.
 *
 * @param build the query, made with the parameters' names as their values, each used once and in that order
 */
export function prepared<Row, const Names extends readonly string[]>(
  db: Kysely<Database>,
  names: Names,
  build: (...names: Names) => Built<Row>,
): (...values: { [K in keyof Names]: string }) => Promise<Row[]> {
  const compiled = build(...names).compile()
  if (compiled.parameters.join() !== names.join())
    throw new Error(`A prepared query's parameters are ${compiled.parameters.join()}, not ${names.join()}.`)
  return async (...values) =>
    (await db.executeQuery<Row>({ ...compiled, parameters: values.map(storable) })).rows
}
