import {
  stoppedTracking,
  stopTrackingCallbackId,
  stopTrackingChannel,
  stopTrackingModal,
} from '../blocks/settings/stop-tracking.ts'
import { trackedRecommendations } from '../channels/recommendations.ts'
import { channelScope } from '../channels/scope.ts'
import { stopTracking } from '../channels/stop-tracking.ts'
import { Problem } from '../lib/problem.ts'
import type { FormValues, ViewState } from '../model/form-values.ts'
import type { Form } from './form.ts'

/** Stops tracking the chosen recommendations in the channel. */
export const stopTrackingForm: Form = {
  callbackId: stopTrackingCallbackId,
  who: 'changers',
  submit: async ({ team, user, view }, workspace) => {
    const channel = channelOf(view)
    let stopped = 0
    for (const id of chosenIn(view.values))
      if (await stopTracking(workspace, { team, channel, user }, id)) stopped += 1
    const { recommendations } = await channelScope(workspace.store, workspace.defaults, team, channel)
    return { kind: 'show', view: stoppedTracking(stopped, recommendations.length) }
  },
  again: async (view, notice, workspace) => {
    const channel = channelOf(view)
    const scope = await channelScope(workspace.store, workspace.defaults, workspace.team, channel)
    const recommendations = await trackedRecommendations(workspace, scope)
    return stopTrackingModal({ channel, recommendations }, { notice, chosen: chosenIn(view.values) })
  },
}

function chosenIn({ recommendations }: FormValues): readonly string[] {
  return Array.isArray(recommendations) ? recommendations : []
}

function channelOf(view: ViewState): string {
  const channel = stopTrackingChannel(view.privateMetadata)
  if (channel === null)
    throw new Problem(
      'form_unreadable',
      'This form can no longer be read. Close it, and type /sightline actions remove again.',
    )
  return channel
}
