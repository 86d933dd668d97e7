import type { CompiledQuery, Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { storable } from '../tables/sql.ts'

type Built<Row> = { compile(): CompiledQuery<Row> }

/** Asks with these values; within a transaction where one is given. */
type Prepared<Row, Name extends string> = (
  values: { readonly [N in Name]: string | number | null },
  within?: Kysely<Database>,
) => Promise<Row[]>

/**
 * A query that is built when it is first asked, and then asked again with other values: for what every command or every
 * digest asks.
 * Measured: built anew each time, 1,000 digests take 24 % more processor time (`node bench/digest-cpu.ts ../without`).
 *
 * @param names of the values
 * @param build the query; what it is given under a name stands for the value, in any column, as often as needed
 */
export function prepared<Row, const Name extends string>(
  db: Kysely<Database>,
  names: readonly Name[],
  build: (values: { readonly [N in Name]: never }) => Built<Row>,
): Prepared<Row, Name> {
  let query: CompiledQuery<Row> | null = null
  let order: readonly (Name | undefined)[] = []
  const compile = () => {
    const named = new Map<unknown, Name>(names.map((name) => [placeholder(name), name]))
    const compiled = build(placeholders(names)).compile()
    order = compiled.parameters.map((parameter) => named.get(parameter))
    return compiled
  }
  return async (values, within = db) => {
    query ??= compile()
    const parameters = query.parameters.map((constant, index) => {
      const name = order[index]
      return name === undefined ? constant : storable(values[name])
    })
    return (await within.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** No constant of ours begins like this. */
const placeholder = (name: string) => `:${name}`

const placeholders = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, placeholder(name)])) as { readonly [N in Name]: never }
