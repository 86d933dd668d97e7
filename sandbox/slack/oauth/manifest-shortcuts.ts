/** `features.shortcuts` of a manifest. docs.slack.dev/reference/app-manifest, /interactivity/implementing-shortcuts */
import { isJson } from '../json.ts'
import type { DeclaredShortcut } from '../model.ts'
import { refuseUnknown, textAt } from './manifest-fields.ts'

const MOST = 10
const KINDS = ['global', 'message'] as const

function readShortcut(value: unknown, place: string): DeclaredShortcut {
  if (!isJson(value)) throw new Error(`${place} must be an object`)
  refuseUnknown(value, ['name', 'type', 'callback_id', 'description'], place)
  const type = KINDS.find((kind) => kind === value.type)
  if (type === undefined) throw new Error(`${place}.type must be "global" or "message"`)
  return {
    name: textAt(value, 'name', place, 24),
    type,
    callback_id: textAt(value, 'callback_id', place, 255),
    description: textAt(value, 'description', place, 150),
  }
}

/** @throws an Error that names the first place that Slack would reject */
export function readShortcuts(value: unknown): DeclaredShortcut[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length < 1 || value.length > MOST)
    throw new Error(`features.shortcuts must be a list of 1 to ${MOST} shortcuts`)
  return value.map((item, at) => readShortcut(item, `features.shortcuts[${at}]`))
}
