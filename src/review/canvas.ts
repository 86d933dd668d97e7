import { canvasTitle, canvasWords } from '../blocks/review/canvas.ts'
import { PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Slack's error codes for a deleted canvas. */
const gone = new Set(['canvas_not_found', 'canvas_deleted'])

/**
 * Writes a review into the channel's canvas, and creates the canvas if necessary. Never rejects, since the review is
 * posted in any case. If no canvas is stored, looks for one that Slack created without confirming it, if the bot may
 * read canvases. With a stored canvas it doesn't look: another canvas with the same words is a copy that people made.
 */
export async function writeCanvas(
  { store, canvases, clock, log }: Pick<Workspace, 'store' | 'canvases' | 'clock' | 'log'>,
  { team, channel }: { readonly team: string; readonly channel: string },
  markdown: string,
): Promise<void> {
  try {
    const storedCanvas = await store.canvases.get(team, channel)
    const existing = storedCanvas ?? (await canvases.find(channel, canvasWords))
    const isWritten = existing !== null && (await replaced(canvases, existing, markdown))
    const canvas = isWritten ? existing : await canvases.create(channel, canvasTitle, markdown)
    if (canvas !== storedCanvas) await store.canvases.set(team, channel, canvas, clock.now())
  } catch (error) {
    const code = error instanceof PostError ? error.code : undefined
    // The scope is optional, and many plans have no canvases for apps.
    const refused = error instanceof PostError && error.outcome === 'refused'
    log[refused ? 'info' : 'warn']('could not write the review canvas', { team, channel, code, error })
  }
}

/** @returns `false`: the canvas is gone */
async function replaced(canvases: Workspace['canvases'], id: string, markdown: string): Promise<boolean> {
  try {
    await canvases.replace(id, markdown)
    return true
  } catch (error) {
    if (error instanceof PostError && gone.has(error.code)) return false
    throw error
  }
}
