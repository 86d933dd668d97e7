/** Slash commands: docs.slack.dev/interactivity/implementing-slash-commands */
import { plain } from '../delivery/delivery.ts'
import type { Outcome } from '../delivery/envelope.ts'
import { isJson, type Json } from '../json.ts'
import { escapeText } from '../markup/entities.ts'
import type { Acknowledgement, CommandInput } from '../model.ts'
import type { ResponseTarget } from '../responses.ts'
import { showResponse } from '../world/posting.ts'
import { APP, TOKENS } from '../world/seed.ts'
import type { World } from '../world/world.ts'
import { payloadName } from './payload.ts'

const refused = (error: string): Acknowledgement => ({ ok: false, ms: 0, error })

/** Escapes the typed text. Entities that were typed stay as they are. */
const escapeTyped = (typed: string): string =>
  typed
    .split(/(<[#@!][^<>]*>|<https?:[^<>]*>)/)
    .map((part, index) => (index % 2 === 1 ? part : escapeText(part)))
    .join('')

/** `should_escape: true`: channels, users and links become `<#C…|name>`, `<@U…|name>` and `<https://…>`. */
function escapeNames(world: World, user: string, typed: string): string {
  const { channels, users, canSee } = world.workspace
  return typed.replaceAll(
    /(?<=^|\s)(?:#([\p{L}\d_-]+)|@([\w.-]+)|(https?:\/\/[^\s<>|]+))/gu,
    (whole, channelName?: string, userName?: string, link?: string) => {
      if (link) return `<${link}>`
      const channel = [...channels.values()].find(
        (one) => one.kind !== 'im' && one.name === channelName && canSee(one, user),
      )
      if (channel) return `<#${channel.id}|${channel.name}>`
      const person = [...users.values()].find((one) => one.name === userName)
      return person ? `<@${person.id}|${person.name}>` : whole
    },
  )
}

/** What the user reads when the app didn't accept the command. */
const failed = (command: string, failure: string) => `${command} failed with the error "${failure}"`

function carryOut(world: World, command: string, target: ResponseTarget, outcome: Outcome): Acknowledgement {
  if (!outcome.ok) return { ...plain(outcome), error: failed(command, outcome.failure) }
  const body: unknown = typeof outcome.body === 'string' ? { text: outcome.body } : outcome.body
  if (!isJson(body) || Object.keys(body).length === 0) return plain(outcome)
  try {
    showResponse(world, target, body)
    return plain(outcome)
  } catch {
    return { ...plain(outcome), ok: false, error: failed(command, 'invalid_command_response') }
  }
}

/** Types a slash command. If Slack refuses it, resolves with `ok: false` and the sentence that Slack shows. */
export async function runCommand(world: World, input: CommandInput): Promise<Acknowledgement> {
  const user = world.workspace.user(input.user)
  const channel = world.workspace.channel(input.channel)
  const [, command = '', typed = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(input.text.trim()) ?? []
  const declared = world.manifest?.commands.find((one) => one.command === command)
  if (!command || (world.manifest && !declared)) {
    return refused(`${command || input.text} is not a valid command.`)
  }
  if (!channel.members.has(user.id))
    return refused(`${user.name} is not in #${channel.name}, and can’t type there.`)
  if (channel.archived) return refused(`#${channel.name} is archived, nobody can type there.`)
  const escaped = escapeTyped(typed.trim())
  const target: ResponseTarget = { channel: channel.id, user: user.id }
  const payload: Json = {
    token: TOKENS.verification,
    team_id: world.team.id,
    team_domain: world.team.domain,
    channel_id: channel.id,
    channel_name: payloadName(channel),
    user_id: user.id,
    user_name: user.name,
    command,
    text: (declared?.should_escape ?? true) ? escapeNames(world, user.id, escaped) : escaped,
    api_app_id: APP.id,
    ...(world.enterprise
      ? { enterprise_id: world.enterprise.id, enterprise_name: world.enterprise.name }
      : {}),
    is_enterprise_install: String(world.orgInstalled),
    response_url: `${world.origin}${world.responses.issue(target)}`,
    trigger_id: world.triggers.issue({ user: user.id, channel: channel.id }),
  }
  return world.delivery.send('slash_commands', payload, (outcome) =>
    carryOut(world, command, target, outcome),
  )
}
