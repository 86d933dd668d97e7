/**
 * What a storm must guarantee. Reads the books of Slack and the service, the database's rows and the processes' output,
 * and uses none of the product's code.
 */
import { calls } from './calls.ts'
import { acknowledgements, commands } from './commands.ts'
import { digests } from './digests.ts'
import { processes, rows } from './end.ts'
import type { Evidence } from './evidence.ts'
import { forms } from './forms.ts'
import { installations } from './installations.ts'
import { directMessages, mentions } from './mentions.ts'
import { alerts, watches } from './notifications.ts'
import { outbox } from './outbox.ts'
import { reviews } from './reviews.ts'
import { steps } from './steps.ts'
import { tasks } from './tasks.ts'
import { secrets, tenants } from './tenants.ts'

const parts = [
  outbox,
  digests,
  reviews,
  alerts,
  watches,
  tasks,
  commands,
  acknowledgements,
  mentions,
  directMessages,
  steps,
  calls,
  forms,
  installations,
  tenants,
  secrets,
  rows,
  processes,
]

export function audit(evidence: Evidence) {
  const figures: string[] = []
  const broken: string[] = []
  for (const part of parts) part(evidence, figures, broken)
  return { figures, broken }
}
