/** The content of the gallery's page: every exhibit of test/blocks/gallery, drawn by the sandbox's page. */
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import type { GalleryContent, GalleryExhibit } from '../../sandbox/slack/page/gallery-content.ts'
import { APP, seedChannels, seedUsers, USERGROUP } from '../../sandbox/slack/world/seed.ts'
import { type Exhibit, isMessage } from '../blocks/gallery/exhibit.ts'
import { gallery } from '../blocks/gallery/index.ts'
import { goldenOf } from '../blocks/golden.ts'

/** A Friday, 14:15 in Paris: after everything in the exhibits has happened, and before what they announce. */
const now = Temporal.Instant.from('2026-11-20T13:15:00Z').epochMilliseconds
const reader = 'U0ANA'

const people = [
  ...[...seedUsers().values()].map(({ id, realName, isBot }) => ({ id, name: realName, isBot })),
  { id: USERGROUP.id, name: USERGROUP.handle, isBot: false },
  { id: reader, name: 'Ana Ruiz', isBot: false },
  { id: 'U0BEN', name: 'Ben Sato', isBot: false },
  { id: 'U0OPS', name: 'Kim Larsen', isBot: false },
  // The team of the crowded review.
  ...Array.from({ length: 12 }, (_, index) => ({
    id: `U0P${index}`,
    name: `Colleague ${index + 1}`,
    isBot: false,
  })),
]
const channels = [
  ...[...seedChannels().values()].map(({ id, name, kind }) => ({ id, name, kind })),
  { id: 'C0TEAM', name: 'search-team', kind: 'public' as const },
]

export const galleryContent = (): GalleryContent => ({
  people,
  channels,
  now,
  sections: gallery.map(({ title, exhibits }) => ({ title, exhibits: exhibits.map(shownExhibit) })),
})

type Json = Record<string, unknown>

function shownExhibit(exhibit: Exhibit): GalleryExhibit {
  const { name, when, draw, seenBy, threaded, errors } = exhibit
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
  return {
    name,
    when,
    messages,
    threaded,
    modals,
    home: (home ?? null) as Json | null,
    text: goldenOf(exhibit),
  }
}
