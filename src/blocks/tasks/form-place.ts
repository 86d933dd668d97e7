import * as z from 'zod'
import { modalState } from '../forms/modal-state.ts'

/** What a form about a task keeps: the task, and where the form was opened. */
const place = z
  .object({
    organizationId: z.string(),
    workspaceId: z.string(),
    resultId: z.string(),
    /** `null`: the form is about the recommendation. */
    taskId: z.string().nullable(),
    /** Slack's id; `null`: the Home tab. */
    channel: z.string().nullable(),
    /** The message's `ts`; `null`: not opened from a message. */
    messageTs: z.string().nullable(),
    /** Response address of the ephemeral message, which is redrawn afterwards; `null`: no such message. */
    privateAddress: z.string().nullable(),
    /** The page of the task list that the message shows; `null`: it isn't a task list. */
    page: z.int().positive().nullable(),
  })
  .readonly()
export type TaskFormPlace = z.infer<typeof place>

const state = modalState(place)
export const parsePlace = state.read
export const serializePlace = (opened: TaskFormPlace): string =>
  state.write(opened, { ...opened, privateAddress: null })
