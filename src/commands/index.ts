import { problemMessage } from '../blocks/kit/problem.ts'
import { accountsVerb } from './accounts.ts'
import { actionsVerb } from './act/actions.ts'
import { notesVerb, noteVerb } from './act/notes.ts'
import { reviewVerb } from './act/review.ts'
import { taskVerb } from './act/task.ts'
import { tasksVerb } from './act/tasks.ts'
import { collectsVerb } from './collects.ts'
import { connectVerb, disconnectVerb } from './connect.ts'
import { digestVerb } from './digest.ts'
import { doctorVerb } from './doctor.ts'
import { enginesVerb } from './engines.ts'
import { evaluationVerb } from './evaluation.ts'
import { filtersVerb } from './filters.ts'
import { gapsVerb } from './gaps.ts'
import { helpVerb } from './help.ts'
import { redditVerb } from './reddit.ts'
import { createRegistry, type Registry } from './registry.ts'
import { setupVerb } from './setup.ts'
import { statusVerb } from './status.ts'
import { topicsVerb } from './topics.ts'
import { visibilityVerb } from './visibility.ts'
import { whyVerb } from './why.ts'

/** Everything that `/sightline` understands, in help's order. A new verb needs one file, and one line here. */
export const commands: Registry = createRegistry(
  [
    helpVerb(() => commands),
    visibilityVerb,
    whyVerb,
    redditVerb,
    enginesVerb,
    topicsVerb,
    gapsVerb,
    evaluationVerb,
    collectsVerb,
    filtersVerb,
    actionsVerb,
    tasksVerb,
    reviewVerb,
    taskVerb,
    noteVerb,
    notesVerb,
    digestVerb,
    setupVerb,
    statusVerb,
    accountsVerb,
    doctorVerb,
    connectVerb,
    disconnectVerb,
  ],
  (error) => problemMessage({ ...error, reference: null }),
)
