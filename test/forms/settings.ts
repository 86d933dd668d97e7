/** A channel's settings as people use them: opened by the command, and changed group by group. */
import { setupStepId } from '../../src/blocks/settings/setup-form.ts'
import { settingsView } from '../../src/channels/setup.ts'
import type { ModalView } from '../../src/model/message.ts'
import { channel, clickIn, type FormWorld, sound, team } from './support.ts'

/** The view that `/sightline settings` opens. */
export async function settings({ workspace }: FormWorld): Promise<ModalView> {
  return sound(await settingsView(workspace, { team, channel, back: false }))
}

/** The form of a group, opened with its “Change” button. */
export async function group(world: FormWorld, step: string, from?: ModalView): Promise<ModalView> {
  await world.forms.click(clickIn(from ?? (await settings(world)), setupStepId, step))
  return world.redrawn()
}
