import type { z } from 'zod'
import { channelSettings } from './channel.ts'
import { databaseSettings } from './database.ts'
import { digestSettings } from './digest.ts'
import { peopleSettings } from './people.ts'
import { runningSettings } from './running.ts'
import { serviceSettings } from './service.ts'
import { slackSettings } from './slack.ts'

/** All variables, in the order of docs/settings.md. */
export const settings = {
  ...slackSettings,
  ...serviceSettings,
  ...channelSettings,
  ...peopleSettings,
  ...digestSettings,
  ...databaseSettings,
  ...runningSettings,
} as const

export type Name = keyof typeof settings
export type Values = { readonly [K in Name]: z.output<(typeof settings)[K]['schema']> }

/** The rows of docs/settings.md. */
export const settingRows: readonly { name: string; about: string; example: string; fallback: string }[] =
  Object.entries(settings).map(([name, { about, example, fallback }]) => ({ name, about, example, fallback }))
