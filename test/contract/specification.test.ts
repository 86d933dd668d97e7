/** Compares the service's description with the specification: nothing is missing, and nothing is made up. */
import { beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../../sandbox/service/index.ts'
import { type Description, describedBy, operationsOf, type Schema } from '../sandbox/service/description.ts'
import { endpoints, schemas } from './specification.ts'

/** Fields of a schema and of its inner schemas. Named schemas are listed separately. */
function fieldsOf(schema: Schema, prefix = ''): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    `${prefix}${name}`,
    ...fieldsOf(inner, `${prefix}${name}.`),
    ...fieldsOf(inner.items ?? {}, `${prefix}${name}[].`),
  ])
}

const sorted = (list: readonly string[] = []) => list.toSorted()

describe('the specification', () => {
  let description: Description
  let operations: ReturnType<typeof operationsOf>
  beforeAll(async () => {
    const service = await startService()
    description = await describedBy(service)
    await service.stop()
    operations = operationsOf(description)
  })

  test('has the endpoints that the service describes', () => {
    expect(sorted(operations.map(({ key }) => key))).toEqual(sorted(Object.keys(endpoints)))
  })

  test.each(Object.entries(endpoints))('%s has its parameters and fields', (name, endpoint) => {
    const operation = operations.find(({ key }) => key === name)
    if (operation === undefined) return expect.unreachable('not described')
    const { parameters = [], requestBody, responses, path } = operation
    const named = (where: string) => parameters.filter((one) => one.in === where).map((one) => one.name)
    expect(sorted(named('query'))).toEqual(sorted(endpoint.parameters))
    expect(sorted(named('path'))).toEqual(sorted([...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one)))
    const fields = (json = requestBody) => sorted(fieldsOf(json?.content?.['application/json']?.schema ?? {}))
    expect(fields()).toEqual(sorted(endpoint.body))
    expect(fields(responses[200] ?? responses[201])).toEqual(sorted(endpoint.answer))
  })

  test('has the schemas that the service describes, field by field', () => {
    const described = Object.entries(description.components.schemas).map(
      ([name, schema]) => [name, sorted(fieldsOf(schema))] as const,
    )
    const specified = Object.entries(schemas).map(([name, fields]) => [name, sorted(fields)] as const)
    expect(Object.fromEntries(described)).toEqual(Object.fromEntries(specified))
  })
})
