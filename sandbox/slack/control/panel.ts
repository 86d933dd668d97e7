/** The demo's controls, beside Slack: its clock and its faults. The demo implements them. */

interface PanelFault {
  readonly id: string
  /** Two or three words. */
  readonly title: string
  /** One sentence: what a person will see. */
  readonly description: string
  readonly on: boolean
}

export interface PanelState {
  readonly clock: {
    /** The sandbox's time, an ISO instant. */
    readonly now: string
    /** The next scheduled event; `null`: none. */
    readonly next: { readonly at: string; readonly name: string; readonly channel: string | null } | null
  }
  readonly faults: readonly PanelFault[]
}

export interface Panel {
  read(): Promise<PanelState>
  /** Moves the time to the next scheduled event. @throws {Error} with a sentence if there is none */
  jump(): Promise<{ readonly now: string; readonly name: string }>
  /** Turns a fault on or off. @throws {Error} with a sentence where there is none of that name */
  setFault(id: string, on: boolean): Promise<void>
  /** Called when a fault went on or off, or the time was moved; returns the function that ends it. */
  onChange(listener: () => void): () => void
}
