/** A channel's settings as people use them: opened by the command, and changed group by group. */
import { setupStepId } from '../../src/blocks/settings/setup-form.ts'
import { settingsView } from '../../src/channels/setup.ts'
import type { ModalView } from '../../src/model/message.ts'
import { channel, clickIn, type formWorld, sound, team } from './support.ts'

type World = Awaited<ReturnType<typeof formWorld>>

/** The view that `/sightline settings` opens. */
export async function settings({ workspace }: World): Promise<ModalView> {
  return sound(await settingsView(workspace, { team, channel, back: false }))
}

/** The form of a group, opened with its “Change” button. */
export async function group(world: World, step: string, from?: ModalView): Promise<ModalView> {
  await world.forms.click(clickIn(from ?? (await settings(world)), setupStepId, step))
  const view = world.updated.at(-1)?.view
  if (view === undefined) throw new Error('no view came of the click')
  return view
}
