import { type AlertKind, type AlertSettings, everyAlertKind } from '../src/store/tables/digest-settings.ts'

/** For each kind of alert the same. */
export const eachAlert = <Value>(value: Value) =>
  Object.fromEntries(everyAlertKind.map((kind) => [kind, value])) as Record<AlertKind, Value>

const quietHours = { from: '22:00', to: '07:00' }
/** All alerts are on, with quiet hours. */
export const everyAlert: Required<AlertSettings> = { ...eachAlert(true), fall: 3, quietHours }
