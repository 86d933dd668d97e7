/** The service's own description, `/openapi.json`. */
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { send } from './support.ts'

/** The parts of JSON Schema that tests read. */
export interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

export interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: Operation; readonly post?: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

export async function describedBy(service: AnalyticsService): Promise<Description> {
  return (await send<Description>(`${service.baseUrl}/openapi.json`)).body
}

/** Every operation with its method and path. */
export function operationsOf({ paths }: Description) {
  return Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(get === undefined ? [] : [{ ...get, key: `GET ${path}`, path }]),
    ...(post === undefined ? [] : [{ ...post, key: `POST ${path}`, path }]),
  ])
}
