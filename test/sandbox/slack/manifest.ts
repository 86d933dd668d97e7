/** Manifests for tests, written as objects. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSlack } from '../../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'

/** @param use gets the path of a file with this manifest, which is deleted afterwards */
export async function withManifest<T>(manifest: object, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'))
  const path = join(folder, 'manifest.yml')
  try {
    await writeFile(path, JSON.stringify(manifest))
    return await use(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

export interface SandboxOptions extends Omit<SlackSandboxOptions, 'manifest'> {
  readonly manifest?: object
}

export const startSandbox = ({ manifest, ...options }: SandboxOptions): Promise<SlackSandbox> =>
  manifest === undefined
    ? startSlack(options)
    : withManifest(manifest, (path) => startSlack({ ...options, manifest: path }))

/** An app that gets these events, with these scopes. */
export const manifestOf = (bot_events: readonly string[], bot: readonly string[], features: object = {}) => ({
  features,
  oauth_config: { scopes: { bot } },
  settings: { event_subscriptions: { bot_events } },
})

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
