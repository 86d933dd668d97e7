/** A channel's settings as people use them: opened by the command, and changed group by group. */
import { setupStepId } from '../../src/blocks/settings/setup-form.ts'
import { settingsView } from '../../src/channels/setup.ts'
import type { FormValues } from '../../src/model/form-values.ts'
import type { ModalView } from '../../src/model/message.ts'
import { channel, clickIn, type FormWorld, formWorld, sound, team } from './support.ts'

/** The view that `/sightline settings` opens. */
export async function settings({ workspace }: FormWorld): Promise<ModalView> {
  return sound(await settingsView(workspace, { team, channel, back: false }))
}

/** The form of a group, opened with its “Change” button. */
export async function group(world: FormWorld, step: string, from?: ModalView): Promise<ModalView> {
  await world.forms.click(clickIn(from ?? (await settings(world)), setupStepId, step))
  return world.redrawn()
}

/** Changes settings in the form of a group. */
export const change = async (world: FormWorld, step: string, entries: FormValues) =>
  world.send(await group(world, step), entries)

/** A world whose channel has saved settings that are all defaults. */
export async function setUpWorld(more?: Parameters<typeof formWorld>[0]): Promise<FormWorld> {
  const world = await formWorld(more)
  await world.send(await settings(world))
  return world
}
