/**
 * Slack's manifest schema, written down separately: keys, lengths and counts. Source: slackapi/manifest-schema 0.5.0,
 * schemas/manifest.schema.2.0.0.json; lengths of functions are from
 * https://docs.slack.dev/tools/bolt-js/tutorials/custom-steps. Keys that no manifest of ours has are left out: they would be
 * refused as unknown.
 */
import { z } from 'zod'

const text = (min: number, max: number) => z.string().min(min).max(max)
const flag = z.boolean().optional()
const address = (max: number) => text(1, max).regex(/^https?:\/\//)
const unique = <T>(items: readonly T[]) => new Set(items).size === items.length
const names = (most: number) => z.array(text(1, 50)).max(most)

const slashCommand = z.strictObject({
  command: text(2, 32).regex(/^\//),
  url: address(3_000).optional(),
  description: text(1, 2_000),
  usage_hint: text(1, 1_000).optional(),
  should_escape: flag,
})

const shortcut = z.strictObject({
  name: text(1, 24),
  type: z.enum(['message', 'global']),
  callback_id: text(1, 255),
  description: text(1, 150),
})

const displayInformation = z.strictObject({
  name: text(1, 35),
  description: text(1, 140).optional(),
  background_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{3}([0-9a-fA-F]{3})?$/)
    .optional(),
  long_description: text(175, 4_000).optional(),
})

const features = z.strictObject({
  app_home: z
    .strictObject({
      home_tab_enabled: flag,
      messages_tab_enabled: flag,
      messages_tab_read_only_enabled: flag,
    })
    .optional(),
  // docs.slack.dev/reference/app-manifest: at most 300 characters, and four prompts.
  agent_view: z
    .strictObject({
      agent_description: text(1, 300),
      suggested_prompts: z
        .array(z.strictObject({ title: text(1, 75), message: text(1, 2_000) }))
        .max(4)
        .optional(),
    })
    .optional(),
  bot_user: z.strictObject({ display_name: text(1, 80), always_online: flag }).optional(),
  shortcuts: z.array(shortcut).min(1).max(10).optional(),
  slash_commands: z.array(slashCommand).min(1).max(50).optional(),
})

const parameters = z
  .strictObject({
    properties: z
      .record(
        text(1, 100),
        z.strictObject({
          type: z.enum([
            'string',
            'number',
            'boolean',
            'slack#/types/channel_id',
            'slack#/types/user_context',
          ]),
          title: text(1, 255),
          description: z.string(),
        }),
      )
      .refine((all) => Object.keys(all).length <= 50),
    required: z.array(z.string()).refine(unique),
  })
  .refine(({ properties, required }) => required.every((name) => Object.hasOwn(properties, name)))

const functions = z
  .record(
    text(1, 100),
    z.strictObject({
      title: text(1, 255),
      description: z.string(),
      input_parameters: parameters,
      output_parameters: parameters,
    }),
  )
  .refine((all) => Object.keys(all).length <= 50)

const scopeLists = z
  .strictObject({
    bot: names(255).optional(),
    bot_optional: names(255).optional(),
  })
  // Not in the schema, but required by the page on manifests: optional scopes must also be in the list of all.
  .refine(
    ({ bot = [], bot_optional = [] }) => bot_optional.every((scope) => bot.includes(scope)),
    'every optional scope has to be in the list of all, too',
  )

const settings = z.strictObject({
  event_subscriptions: z
    .strictObject({
      request_url: address(3_500).optional(),
      bot_events: names(100).refine(unique).optional(),
    })
    .optional(),
  interactivity: z
    .strictObject({
      is_enabled: z.boolean(),
      request_url: address(3_500).optional(),
      message_menu_options_url: address(3_500).optional(),
    })
    .optional(),
  org_deploy_enabled: flag,
  function_runtime: z.literal('remote').optional(),
  socket_mode_enabled: flag,
  token_rotation_enabled: flag,
})

/** Bot scope mcp:connect, and these: slackapi/manifest-schema, pull request 71. */
const mcpServers = z
  .record(
    text(1, 100),
    z.strictObject({
      url: address(500),
      auth_type: z.enum(['no_auth', 'slack_identity_auth', 'manual_auth', 'dynamic_client_registration']),
    }),
  )
  .refine((servers) => Object.keys(servers).length <= 20)

export const manifestSchema = z.strictObject({
  _metadata: z.strictObject({
    major_version: z.literal(2),
    minor_version: z.int().optional(),
  }),
  display_information: displayInformation,
  features: features.optional(),
  functions: functions.optional(),
  mcp_servers: mcpServers.optional(),
  oauth_config: z
    .strictObject({
      redirect_urls: z.array(text(1, 2_500)).max(1_000).refine(unique).optional(),
      scopes: scopeLists.optional(),
    })
    .optional(),
  settings: settings.optional(),
})
