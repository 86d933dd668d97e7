/**
 * All of Sightline's views. A view that is listed here gets a golden, a place in `npm run gallery` and one in the sweep
 * with hostile texts.
 */

import { accountsGroup } from './accounts.ts'
import { collectsGroup } from './collects.ts'
import { connectGroup } from './connect.ts'
import { conversationGroup } from './conversation.ts'
import { alertGroup } from './digests/alert.ts'
import { digestGroup } from './digests/digest.ts'
import { digestFailureGroup } from './digests/digest-failure.ts'
import { digestsGroup } from './digests/digests.ts'
import { invitationGroup } from './digests/invitation.ts'
import { enginesGroup } from './engines.ts'
import { evaluationGroup } from './evaluation.ts'
import type { ExhibitGroup } from './exhibit.ts'
import { filterGroup } from './filter.ts'
import { filtersGroup } from './filters.ts'
import { gapsGroup } from './gaps.ts'
import { helpGroup } from './help.ts'
import { homeGroup } from './home.ts'
import { notesGroup } from './notes.ts'
import { problemsGroup } from './problems.ts'
import { redditGroup } from './reddit.ts'
import { reviewGroup } from './review.ts'
import { setupGroup } from './setup.ts'
import { statusGroup } from './status.ts'
import { actionsGroup } from './tasks/actions.ts'
import { taskGroup } from './tasks/task.ts'
import { tasksGroup } from './tasks/tasks.ts'
import { topicsGroup } from './topics.ts'
import { visibilityGroup } from './visibility.ts'
import { whyGroup } from './why.ts'

/** In the order of `npm run gallery`. */
export const gallery: readonly ExhibitGroup[] = [
  invitationGroup,
  digestGroup,
  digestFailureGroup,
  alertGroup,
  digestsGroup,
  visibilityGroup,
  whyGroup,
  topicsGroup,
  gapsGroup,
  enginesGroup,
  filterGroup,
  redditGroup,
  actionsGroup,
  taskGroup,
  tasksGroup,
  reviewGroup,
  notesGroup,
  evaluationGroup,
  collectsGroup,
  filtersGroup,
  homeGroup,
  setupGroup,
  accountsGroup,
  connectGroup,
  statusGroup,
  helpGroup,
  conversationGroup,
  problemsGroup,
]
