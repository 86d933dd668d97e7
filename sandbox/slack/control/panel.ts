/** The demo's controls beside Slack: its clock and its faults. The demo implements them. */

interface PanelFault {
  readonly id: string
  /** Two or three words. */
  readonly title: string
  /** One sentence about what a user will see. */
  readonly description: string
  readonly on: boolean
}

export interface PanelState {
  readonly clock: {
    /** The sandbox's time, as an ISO instant. */
    readonly now: string
    /** The next scheduled event, or `null`. */
    readonly next: { readonly at: string; readonly name: string; readonly channel: string | null } | null
  }
  readonly faults: readonly PanelFault[]
}

export interface Panel {
  read(): Promise<PanelState>
  /** Moves the time to the next scheduled event. @throws {Error} with a sentence if there is none */
  jump(): Promise<{ readonly now: string; readonly name: string }>
  /** Turns a fault on or off. @throws {Error} with a sentence if there is no such fault */
  setFault(id: string, on: boolean): Promise<void>
  /** The listener is called when a fault is switched or the time is moved. Returns a function that removes it. */
  onChange(listener: () => void): () => void
}
