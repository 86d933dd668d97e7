/** Manifests for tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Mode, type Running, startBolt } from './bolt.ts'

/** The path of a manifest file with this content, which is deleted after the test. */
export async function manifestFile(manifest: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'manifest.yml')
  await writeFile(path, JSON.stringify(manifest))
  return path
}

/** Starts a sandbox and a Bolt app with this manifest. */
export async function startWith(
  mode: Mode,
  manifest: object,
  listen: Parameters<typeof startBolt>[1],
  bolt?: Parameters<typeof startBolt>[3],
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  const path = join(folder, 'manifest.json')
  try {
    await writeFile(path, JSON.stringify(manifest))
    return await startBolt(mode, listen, { manifest: path }, bolt)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** An app with one shortcut of each type and two steps. */
export const entryPointsManifest = {
  _metadata: { major_version: 1 },
  features: {
    shortcuts: [
      { name: 'Begin a note', type: 'global', callback_id: 'begin', description: 'Opens a form for a note' },
      { name: 'Keep this', type: 'message', callback_id: 'keep', description: 'Answers that it is kept' },
    ],
  },
  oauth_config: { scopes: { bot: ['commands', 'chat:write'] } },
  settings: {
    interactivity: { is_enabled: true },
    event_subscriptions: { bot_events: ['function_executed'] },
    org_deploy_enabled: true,
    function_runtime: 'remote',
  },
  functions: {
    greet: {
      title: 'Greet somebody',
      description: 'Writes a greeting into a channel',
      input_parameters: {
        asked_by: { type: 'slack#/types/user_context', title: 'Asked by', is_required: true },
        channel: { type: 'slack#/types/channel_id', title: 'Channel', is_required: true, name: 'channel' },
        times: { type: 'integer', title: 'How often', hint: 'Once, if left out' },
      },
      output_parameters: {
        greeting: { type: 'string', title: 'Greeting', is_required: true },
        ts: { type: 'slack#/types/message_ts', title: 'Message' },
      },
    },
    approve: {
      title: 'Ask for approval',
      description: 'Waits until somebody presses the button',
      input_parameters: { channel: { type: 'slack#/types/channel_id', title: 'Channel', is_required: true } },
      output_parameters: { approver: { type: 'slack#/types/user_id', title: 'Approver', is_required: true } },
    },
  },
}
