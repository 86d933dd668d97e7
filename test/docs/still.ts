/** What a picture shows of an exhibit, as the sandbox's page takes it. */
import { createHash } from 'node:crypto'
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import { APP, seedChannels, seedUsers, USERGROUP } from '../../sandbox/slack/seed.ts'
import { type Exhibit, isMessage } from '../blocks/gallery/exhibit.ts'

/** A Friday, 14:15 in Paris, where the pictures are taken: after all that is told in them, and before what is to come. */
export const now = Temporal.Instant.from('2026-11-20T13:15:00Z').epochMilliseconds
const reader = 'U0ANA'

const people = [
  ...[...seedUsers().values()].map(({ id, realName, isBot }) => ({ id, name: realName, isBot })),
  { id: USERGROUP.id, name: USERGROUP.handle, isBot: false },
  { id: reader, name: 'Ana Ruiz', isBot: false },
  { id: 'U0BEN', name: 'Ben Sato', isBot: false },
  { id: 'U0OPS', name: 'Kim Larsen', isBot: false },
]
const channels = [
  ...[...seedChannels().values()].map(({ id, name, kind }) => ({ id, name, kind })),
  { id: 'C0TEAM', name: 'search-team', kind: 'public' as const },
]

/** As the pictures show a user or channel; throws where they would show an id. */
export function nameOf(id: string): string {
  const found = [...people, ...channels].find((each) => each.id === id)
  if (found === undefined) throw new Error(`${id} has no name in test/docs/still.ts.`)
  return found.name
}

type Json = Record<string, unknown>

/** Plain JSON: it goes into the browser. */
export function stillOf({ draw, seenBy, threaded, errors }: Exhibit) {
  const shown = draw()
  const messages = shown.filter(isMessage).map(
    ({ text, blocks }, index): ShownMessage => ({
      ts: `${now / 1000 - 60 + index}.000000`,
      channel: 'C0TEAM',
      user: APP.botUser,
      text,
      blocks: blocks as unknown as Json[],
      ...(seenBy === 'asker' ? { ephemeralFor: reader } : {}),
    }),
  )
  const modals = shown.flatMap((one, index): OpenView[] =>
    isMessage(one) || one.type === 'home'
      ? []
      : [{ id: `V${index}`, user: reader, view: one as unknown as Json, hash: '', values: {}, errors }],
  )
  const home = shown.find((one) => !isMessage(one) && one.type === 'home')
  return { people, channels, now, messages, threaded, modals, home: (home ?? null) as Json | null }
}

/** Changes with everything that the picture of an exhibit shows. */
export const fingerprint = (exhibit: Exhibit): string =>
  createHash('sha256')
    .update(JSON.stringify(stillOf(exhibit)))
    .digest('hex')
    .slice(0, 24)
