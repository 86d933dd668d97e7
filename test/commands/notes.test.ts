/** `/sightline note` and `notes`, and the form that edits a note, with a real store. */
import { expect, it } from 'vitest'
import { editNoteButton } from '../../src/actions/answers.ts'
import { removeNoteId } from '../../src/blocks/notes/notes.ts'
import { maxNotes } from '../../src/channels/notes.ts'
import { datedNote } from '../../src/commands/act/notes.ts'
import { commands } from '../../src/commands/index.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import { changesSomething } from '../../src/slack/plan.ts'
import { PostError } from '../../src/slack/port.ts'
import { renderView } from '../blocks/render.ts'
import { answerInto, channel, clickIn, entered, formWorld, team, user } from '../forms/support.ts'
import { buttonClick, messageIn } from '../workspace.ts'
import { wordsOf } from './typed.ts'

/** 18 November 2026, 21:00 in Tokyo. */
async function world(more: Parameters<typeof formWorld>[0] = {}) {
  const replaced: Message[] = []
  const sent: { readonly filename: string; readonly content: string }[] = []
  const forms = await formWorld({
    answerAt: () => answerInto(replaced),
    sendFile: async (_to, file) => {
      sent.push(file)
      return { permalink: null }
    },
    ...more,
  })
  const open = async (noteId: string): Promise<ModalView> => {
    const message = messageIn(channel, { ephemeral: true })
    const click = buttonClick({ channel, user, message, responseAddress: 'https://hooks.slack.example/1' })
    return editNoteButton.content({ kind: 'note_edit', noteId }, click, forms.workspace)
  }
  const all = () => forms.store.notes.inChannel(team, channel, null, null)
  /** Adds a note. @returns its place, and the form that edits it */
  const noted = async (text = 'New pricing page') => {
    await forms.typed(`note ${text}`)
    const id = (await all())[0]?.id ?? ''
    return { note: { team, channel, id }, form: await open(id) }
  }
  return { ...forms, open, all, noted, replaced, sent }
}

it('a note without a date is for today in the channel’s time zone, keeps its text, and is shown to the whole channel', async () => {
  const { typed, all, store } = await world()
  await store.channels.save({ team, channel, timeZone: 'Pacific/Kiritimati' }, user, Temporal.Now.instant())
  const answer = await typed('note, New pricing page is live, at last &amp; in <#C1|sales>')
  expect(await all()).toMatchObject([
    { day: '2026-11-19', text: 'New pricing page is live, at last & in #sales', by: user },
  ])
  expect(answer).toMatch(/Noted for .*Thu 19 Nov.* by .*U1ANA/)
  expect(answer).toContain('New pricing page is live, at last & in #sales')
  const plan = commands.plan('note x')
  expect(plan).toMatchObject({ kind: 'work', who: 'changers', isForChannel: true })
  expect(changesSomething(plan)).toBe(true)
})

it.each([
  ['"New pricing page"', '2026-11-18', 'New pricing page'],
  ['2026-10-12 "New, cheaper pricing"', '2026-10-12', 'New, cheaper pricing'],
  ['yesterday: we launched', '2026-11-17', 'we launched'],
  ['We launched the pricing page yesterday.', '2026-11-17', 'We launched the pricing page yesterday.'],
  ['we launched the day before yesterday', '2026-11-16', 'we launched the day before yesterday'],
  ['yesterdays numbers were wrong', '2026-11-18', 'yesterdays numbers were wrong'],
  ['12 October we launched', '2026-10-12', 'we launched'],
  ['12 October 2025 - we launched', '2025-10-12', 'we launched'],
  ['Mon, Oct 12: we launched', '2026-10-12', 'we launched'],
  ['Sun 12 Oct 2025 we launched', '2025-10-12', 'we launched'],
  ['on 12 October we launched', '2026-10-12', 'we launched'],
  ['On Oct 12: launch', '2026-10-12', 'launch'],
  ['On Sunday we launched', '2026-11-18', 'On Sunday we launched'],
  ['Yesterday’s outage is fixed', '2026-11-18', 'Yesterday’s outage is fixed'],
  ["today's release is live", '2026-11-18', "today's release is live"],
  ['Sunday Times reviewed us', '2026-11-18', 'Sunday Times reviewed us'],
  ['October campaign starts', '2026-11-18', 'October campaign starts'],
  ['last week’s campaign', '2026-11-18', 'last week’s campaign'],
  ['5/6 of the pages are new', '2026-11-18', '5/6 of the pages are new'],
  ['Launch: blog, docs', '2026-11-18', 'Launch: blog, docs'],
  ['“Best CRM” says Gartner', '2026-11-18', '“Best CRM” says Gartner'],
])('a note “%s” is for %s and says “%s”', (typed, day, text) => {
  expect(datedNote(typed, Temporal.PlainDate.from('2026-11-18'))).toEqual({ day, text })
})

it.each([
  ['note 2026-12-24 Christmas sale', /Thu 24 Dec is in the future.* 2025-12-24/],
  ['note Nov 20 we launched', /Fri 20 Nov is in the future.* 2025-11-20/],
  ['note on 12 December: sale', /Sat 12 Dec is in the future/],
  ['note 12 March 2027: sale', /“12 March 2027” isn’t a date that has begun/],
  ['note 30 February 2026 - sale', /“30 February 2026” isn’t a date/],
  ['note 2026-02-30 Sale', /“2026-02-30” isn’t a date/],
  ['note 2026-10-12', /Say what happened/],
  [`note ${'x'.repeat(301)}`, /limited to 300 characters; this one has 301/],
])('%s: says why the note can’t be added', async (text, why) => {
  const { typed, all } = await world()
  await expect(typed(text)).rejects.toThrow(why)
  expect(await all()).toEqual([])
})

it('a file of notes that Slack didn’t take says why', async () => {
  const sendFile = async () => Promise.reject(new PostError('refused', 'storage_limit_reached'))
  const { typed } = await world({ sendFile })
  await typed('note New pricing page')
  await expect(typed('notes export')).rejects.toThrow(/rejected the CSV file \(storage_limit_reached\)/)
})

it('a note needs text and a channel', async () => {
  expect(commands.plan('note')).toMatchObject({ kind: 'instant', understood: false })
  const { typed } = await world()
  await expect(typed('note x', 'D1')).rejects.toThrow(/Notes belong to a channel/)
})

it('a channel has room for a limited number of notes', async () => {
  const { typed, store } = await world()
  const note = { team, channel, day: '2026-10-12', text: 'x' }
  for (let count = 0; count < maxNotes; count += 1)
    await store.notes.add(note, maxNotes, { by: user, reference: null }, Temporal.Now.instant())
  await expect(typed('note one more')).rejects.toThrow(/maximum of 200 notes/)
  expect(await typed('notes')).toMatch(/200 notes in this channel.*180 older notes/s)
})

it('notes are listed newest first, with edit buttons for those who may edit', async () => {
  const { typed } = await world()
  expect(await typed('notes')).toMatch(/No notes in this channel yet.*\/sightline note/s)
  await typed('note 2026-10-12 *First* <!channel> & <b>')
  await typed('note Second')
  const list = await typed('notes')
  expect(list.indexOf('Second')).toBeLessThan(list.indexOf('First'))
  expect(list).not.toContain('<!channel>')
  expect(list.match(/\[Edit\]/g)).toHaveLength(2)
  expect(await typed('notes', 'C9')).toContain('No notes in this channel yet')
  const readers = await world({
    access: {
      refusals: async () => new Map([['changers', 'Only admins may do this.']]),
      require: async () => {},
    },
  })
  await readers.typed('note Second')
  expect(await readers.typed('notes')).not.toContain('[Edit]')
})

it('a note is edited in a form, which updates the list; a late edit is refused with a reason', async () => {
  const { noted, open, all, save, send, replaced, store } = await world()
  const { note, form } = await noted('2026-10-12 New pricing page')
  expect(entered(form)).toEqual({ day: '2026-10-12', text: 'New pricing page' })
  const wrong = await send(form, { day: '2026-11-30', text: ' ' })
  expect(wrong.errors).toEqual({
    day: 'Choose today or an earlier day.',
    text: expect.stringContaining('Say what happened'),
  })
  await save(form, { day: '2026-10-13', text: 'New prices' })
  expect(await all()).toMatchObject([{ day: '2026-10-13', text: 'New prices', by: user, editedBy: user }])
  expect(wordsOf(replaced[0] as Message)).toMatch(/Note saved.*Tue 13 Oct.*New prices/s)
  await store.notes.remove(note, { by: 'U2', reference: null }, Temporal.Now.instant())
  const late = await send(form, { text: 'Again' })
  expect(renderView(late.view)).toContain('was removed in the meantime')
  expect(renderView(await open(note.id))).toContain('has been removed')
})

it('a note is removed after a confirmation', async () => {
  const { noted, all, forms, redrawn, replaced } = await world()
  const { form } = await noted()
  await forms.click(clickIn(form, removeNoteId, ''))
  expect(await all()).toEqual([])
  expect(renderView(redrawn())).toContain('Note removed')
  expect(wordsOf(replaced.at(-1) as Message)).toContain('No notes in this channel yet')
})

it('a list is updated though the person closed the form from which they removed its note', async () => {
  const closed = () => Promise.reject(new PostError('refused', 'not_found'))
  const { noted, all, forms, replaced, workspace } = await world()
  const { form } = await noted()
  Object.assign(workspace, { modals: { ...workspace.modals, update: closed } })
  await forms.click(clickIn(form, removeNoteId, ''))
  expect(await all()).toEqual([])
  expect(replaced.map(wordsOf)).toEqual([expect.stringContaining('No notes in this channel yet')])
})

it('notes are exported to a file without anything that a spreadsheet would run', async () => {
  const { typed, sent } = await world()
  expect(await typed('notes export')).toContain('No notes in this channel yet')
  await typed('note 2026-10-12 =HYPERLINK("x")')
  expect(await typed('notes export')).toMatch(/Exported 1 note/)
  expect(sent[0]?.filename).toBe('sightline-notes-2026-11-18.csv')
  expect(sent[0]?.content).toContain('2026-10-12,"\'=HYPERLINK')
})

it('of two people who remove a note at once, the second reads that it was gone, in the list as well', async () => {
  const { noted, forms, replaced, store, redrawn } = await world()
  const { note, form } = await noted()
  await store.notes.remove(note, { by: 'U2', reference: null }, Temporal.Now.instant())
  await forms.click(clickIn(form, removeNoteId, ''))
  expect(renderView(redrawn())).toContain('already removed')
  expect(wordsOf(replaced.at(-1) as Message)).not.toContain('Note removed')
})

it('of two people who edit a note at once, the second reads the first one’s name, day and words before replacing them', async () => {
  const { noted, all, send, save } = await world()
  const { form } = await noted()
  await save(form, { day: '2026-11-12', text: 'New pricing page for Europe' })
  const { view } = await send(form, { text: 'New prices' })
  expect(renderView(view)).toMatch(
    /U1ANA.* changed this note .*“New pricing page for Europe”, for Thu 12 Nov.*Save again/s,
  )
  expect(entered(view)).toMatchObject({ text: 'New prices' })
  expect(await all()).toMatchObject([{ text: 'New pricing page for Europe' }])
  await save(view)
  expect(await all()).toMatchObject([{ text: 'New prices' }])
})
