import { runAction } from '../actions/index.ts'
import { planText } from '../commands/free-text/ask.ts'
import { formOf, runTyped } from '../commands/index.ts'
import { openAgentView, stopSession } from '../conversations/agent-view.ts'
import { clickWithChannel } from '../conversations/channel-word.ts'
import { createForms } from '../forms/index.ts'
import { openHome, redrawHome } from '../home/index.ts'
import { lazy } from '../lib/cache.ts'
import type { Problem } from '../lib/problem.ts'
import { runShortcut } from '../shortcuts/index.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Workspace } from '../slack/workspace.ts'
import { runStep } from '../steps/index.ts'

/**
 * @param installedIn rejects with a `Problem` if Sightline is not installed there
 * @param disconnection the error for people of a workspace whose token Slack refuses; `null`: Slack accepts it
 */
export function createHandlers(
  installedIn: (team: string) => Promise<Workspace>,
  disconnection: (team: string) => Promise<Problem | null>,
  shared: Pick<Workspace, 'clock' | 'log' | 'meter'>,
): Omit<Handlers, 'removed' | 'invited' | 'channelMoved' | 'questionArrived'> {
  const forms = createForms()
  const requireConnected = async (team: string) => {
    const problem = await disconnection(team)
    if (problem !== null) throw problem
  }
  const of = async (team: string) => {
    const workspace = await installedIn(team)
    await requireConnected(team)
    return workspace
  }
  const errorToReport = async (team: string, error: unknown) => (await disconnection(team)) ?? error
  // Most bots aren't asked by Slackbot, and its protocol takes long to load.
  const mcp = lazy(async () => (await import('../mcp/index.ts')).createMcp({ ...shared, of, errorToReport }))
  return {
    errorToReport,
    mcp: async (request, message) => (await mcp())(request, message),
    plan: (text) => planText(text),
    refusals: async (requester) => (await of(requester.team)).access.refusals(requester),
    run: async (plan, command, identify, onStart) =>
      runTyped(plan, command, identify, await of(command.team), onStart),
    form: async (plan, command) => formOf(plan, command, await of(command.team)),
    click: async (click, answer, identify) => {
      const workspace = await of(click.team)
      const identified = async () =>
        clickWithChannel({ ...click, outside: (await identify()).outside }, workspace)
      if (forms.owns(click)) return forms.click(click, workspace, identified)
      return runAction(click, answer, workspace, identified)
    },
    shortcut: async (call, answer, identify) => {
      const identified = async () => ({ ...call, outside: (await identify()).outside })
      return runShortcut(call, answer, await of(call.team), identified)
    },
    step: async (call, delivery) => {
      const identify = async () => {
        const { outside } = await delivery.identify()
        // With a token that Slack refuses, nobody can be identified.
        if (outside === null) await requireConnected(call.team)
        return { ...call, outside }
      }
      return runStep(call, await of(call.team), { ...delivery, identify })
    },
    submit: async (submission) => {
      const workspace = await of(submission.team)
      const answer = await forms.submit(submission, workspace)
      // With a new key it is another one.
      installedIn(submission.team)
        .then(redrawHome)
        .catch(() => {})
      return answer
    },
    suggest: async (query) => forms.suggest(query, await of(query.team)),
    homeOpened: async (viewer) => openHome(await of(viewer.team), viewer),
    agentViewOpened: async (viewer, identify) => openAgentView(viewer, await of(viewer.team), identify),
    agentSessionStopped: async (session) => stopSession(session, await of(session.team)),
  }
}
