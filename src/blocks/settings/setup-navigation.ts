/** The buttons that lead from one part of the settings to another, in the same modal. */
import type { Button } from '@slack/types'
import type { Block } from '../../model/message.ts'
import { plainText } from '../kit/elements.ts'
import { limits } from '../kit/limits.ts'
import { oneLine } from '../kit/text.ts'

/** Goes to the step in its value. */
export const setupStepId = 'sl1.form.step'
/** Tracks the recommendation in its value again. */
export const trackAgainId = 'sl1.form.track_again'
export const setupBackId = 'sl1.form.back'
/** Stops tracking the recommendation in its value. */
export const stopTrackingId = 'sl1.form.stop'

/** @param about what the button is about, for screen readers */
export function setupButton(label: string, actionId: string, value: string, about: string): Button {
  return {
    type: 'button',
    text: plainText(label, limits.button.text),
    action_id: actionId,
    value,
    accessibility_label: oneLine(about, limits.button.accessibilityLabel),
  }
}

export const backToSummary = setupButton('Back', setupStepId, 'summary', 'Back: all settings')
export const backToChannels = setupButton('Back', setupBackId, 'channels', 'Back: choose another channel')
export const allSettingsButton = setupButton('All settings', setupStepId, 'summary', 'All settings')

export function navigation(elements: readonly Button[]): Block {
  return { type: 'actions', block_id: 'setup_navigation', elements: [...elements] }
}
