import { digestHistory } from '../../../src/digests/manage/manage.ts'
import { type AlertSettings, defaultSettings } from '../../../src/store/index.ts'
import { mine, row } from '../../insights/service.ts'
import { channel, owner, team, textOf, type World } from '../world.ts'

export const northwind = (value: number, previous: number) =>
  row('Northwind', [value, previous], [9, 9], mine)
/** Acme has overtaken Northwind. */
export const ahead = [row('Acme', [50, 40], [10, 10]), northwind(45, 45)]
export const behind = [row('Acme', [40, 50], [10, 10]), northwind(45, 45)]

export const alertsOff = defaultSettings.alerts

/** Helpers for a digest with alerts in a test's world. */
export function alertsIn(world: () => World) {
  return {
    subscribe: (alerts: Partial<AlertSettings>, more: Parameters<World['subscribe']>[0] = {}) =>
      // Its next slot is far away, so every post is an alert.
      world().subscribe({
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...alertsOff, ...alerts },
        ...more,
      }),
    posts: (where = channel) => world().slack.in(where).map(textOf),
    hours: (count: number) => world().goTo(world().clock.now().add({ hours: count }).toString()),
    history: () =>
      digestHistory(world().workspace, { team, channel, user: owner }, null, { limit: 20, offset: 0 }),
  }
}
