/**
 * Everything that Sightline shows. A view that is added here has a golden, a place in `npm run gallery` and one in the
 * sweep with hostile texts; one that is left out has none of them.
 */

import { accountsRoom } from './accounts.ts'
import { actionsRoom } from './actions.ts'
import { alertRoom } from './alert.ts'
import { collectsRoom } from './collects.ts'
import { connectRoom } from './connect.ts'
import { conversationRoom } from './conversation.ts'
import { digestRoom } from './digest.ts'
import { digestTroubleRoom } from './digest-failure.ts'
import { digestsRoom } from './digests.ts'
import { enginesRoom } from './engines.ts'
import { evaluationRoom } from './evaluation.ts'
import type { Room } from './exhibit.ts'
import { filterRoom } from './filter.ts'
import { filtersRoom } from './filters.ts'
import { gapsRoom } from './gaps.ts'
import { helpRoom } from './help.ts'
import { homeRoom } from './home.ts'
import { invitationRoom } from './invitation.ts'
import { notesRoom } from './notes.ts'
import { problemsRoom } from './problems.ts'
import { redditRoom } from './reddit.ts'
import { reviewRoom } from './review.ts'
import { setupRoom } from './setup.ts'
import { statusRoom } from './status.ts'
import { taskRoom } from './task.ts'
import { tasksRoom } from './tasks.ts'
import { visibilityRoom } from './visibility.ts'
import { whyRoom } from './why.ts'

/** In the order in which `npm run gallery` shows them. */
export const gallery: readonly Room[] = [
  invitationRoom,
  digestRoom,
  digestTroubleRoom,
  alertRoom,
  digestsRoom,
  visibilityRoom,
  whyRoom,
  gapsRoom,
  enginesRoom,
  filterRoom,
  redditRoom,
  actionsRoom,
  taskRoom,
  tasksRoom,
  reviewRoom,
  notesRoom,
  evaluationRoom,
  collectsRoom,
  filtersRoom,
  homeRoom,
  setupRoom,
  accountsRoom,
  connectRoom,
  statusRoom,
  helpRoom,
  conversationRoom,
  problemsRoom,
]
