import { Problem } from '../lib/problem.ts'
import type { Answer, ShortcutCall } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import { createTaskShortcut, trackShortcut } from './from-message.ts'
import { setUpDigestShortcut } from './set-up-digest.ts'
import type { Shortcut } from './shortcut.ts'
import { standingShortcut } from './standing.ts'

/** By their ids in `manifest.yml`. */
export const shortcuts: ReadonlyMap<string, Shortcut> = new Map([
  ['where_do_we_stand', standingShortcut],
  ['set_up_digest', setUpDigestShortcut],
  ['track_recommendation', trackShortcut],
  ['create_task', createTaskShortcut],
])

/**
 * Runs a shortcut. A modal opens before the permission check: Slack allows three seconds for that, and identifying the
 * person may take longer. A shortcut opens only one modal, so a repeated delivery does no harm.
 * @param identified resolves with the call once the person is identified
 */
export async function runShortcut(
  placed: Placed<ShortcutCall>,
  answer: Answer,
  workspace: Workspace,
  identified: () => Promise<ShortcutCall>,
): Promise<void> {
  const { callbackId, team, user, triggerId } = placed
  const shortcut = shortcuts.get(callbackId)
  if (shortcut === undefined)
    throw new Problem(
      'shortcut_unknown',
      'This shortcut is from another version of Sightline, so nothing was done. Type /sightline help to see what it can do.',
    )
  const permitted = async (): Promise<ShortcutCall> => {
    const call = await identified()
    await workspace.access.require(shortcut.who, call, `shortcut.${callbackId}`)
    return call
  }
  if (shortcut.run !== undefined) {
    if (await workspace.first(placed)) await shortcut.run(await permitted(), answer, workspace)
    return
  }
  const { loading, content } = shortcut
  const fields = { team, user, action: callbackId }
  const fill = async () => content(await permitted(), workspace)
  await workspace.modals.show({ triggerId }, loading(), fill, fields)
}
