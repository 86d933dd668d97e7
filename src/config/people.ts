import { z } from 'zod'
import type { Contact } from '../model/contact.ts'
import type { ChangeRule } from '../model/permission.ts'
import { type Settings, setting } from './value-types.ts'

const changers = z
  .string()
  .default('anyone')
  .transform((value, context): ChangeRule => {
    const words = value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
    const [only] = words
    if (words.length === 1 && (only === 'anyone' || only === 'admins')) return { kind: only }
    if (words.length === 0 || !words.every((word) => /^[UWS][A-Z0-9]{2,}$/.test(word))) {
      context.addIssue('must be anyone, admins, or Slack ids of users (U…) and user groups (S…)')
      return z.NEVER
    }
    return {
      kind: 'list',
      users: words.filter((word) => !word.startsWith('S')),
      groups: words.filter((word) => word.startsWith('S')),
    }
  })

const contact = z
  .string()
  .transform((value, context): Contact => {
    const user = /^<?@?([UW][A-Z0-9]{2,})>?$/.exec(value.trim())?.[1]
    if (user !== undefined) return { kind: 'user', id: user }
    const address = z.email().safeParse(value.trim())
    if (address.success) return { kind: 'email', address: address.data }
    context.addIssue('must be a Slack user id (U…) or an e-mail address')
    return z.NEVER
  })
  .optional()

export const peopleSettings = {
  SIGHTLINE_CHANGERS: setting(
    changers,
    'Who may change settings and create tasks: `anyone` (all members), `admins` (and owners), or ids of users and user groups, separated by commas.',
    'U0123ABCD,S0456EFGH',
    '`anyone`',
  ),
  SIGHTLINE_GUESTS: setting(
    z.enum(['nothing', 'read', 'change'], { error: 'must be nothing, read or change' }).default('nothing'),
    'What guests, and people from other organizations in shared channels, may do.',
    'read',
    '`nothing`',
  ),
  SIGHTLINE_CONTACT: setting(
    contact,
    'Contact for help with Sightline: a Slack user id or an e-mail address.',
    'U0123ABCD',
    'the person who installed it',
  ),
} as const satisfies Settings
