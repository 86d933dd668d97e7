/** A conversation with Slackbot. The person does what its language model would: picks a tool and fills in its arguments. */
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ShownMessage, SlackbotTool, StepParameter } from '../../model.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'
import { deliver } from '../state.ts'
import { isNumber, StepField } from '../steps/fields.tsx'
import { Message, type MessageHandlers } from '../workspace/message.tsx'
import { Problem } from '../workspace/problem.tsx'
import { SidePanel } from '../workspace/side-panel.tsx'

interface SlackbotProps {
  readonly messages: readonly ShownMessage[]
  readonly user: string
  /** Reloads the conversation. */
  readonly refresh: () => Promise<void>
  readonly onClose: () => void
}

export function Slackbot({ messages, user, refresh, onClose }: SlackbotProps) {
  const [tools, setTools] = useState<readonly SlackbotTool[]>([])
  const [chosen, setChosen] = useState('')
  const [problem, setProblem] = useState('')
  const choice = useId()
  useEffect(() => {
    void deliver('slackbot-tools', { user }).then(({ ok, body, error }) => {
      if (ok) setTools(body as readonly SlackbotTool[])
      else setProblem(error ?? 'Slackbot could not list the tools.')
    })
  }, [user])
  const handlers = useMemo(
    (): MessageHandlers => ({
      click: async ({ ts }, blockId, actionId) => {
        const ack = await deliver('slackbot-click', { user, ts, blockId, actionId })
        setProblem(ack.ok ? '' : (ack.error ?? 'The app did not respond.'))
        await refresh()
      },
      suggest: async () => ({}),
    }),
    [user, refresh],
  )
  const conversation = useRef<HTMLElement>(null)
  const newest = messages.at(-1)?.ts
  const shown = useRef(newest)
  // Below a long form, an answer would be out of sight.
  useEffect(() => {
    if (newest !== shown.current) conversation.current?.scrollIntoView()
    shown.current = newest
  }, [newest])
  const tool = tools.find(({ name }) => name === chosen) ?? tools[0]
  return (
    <SidePanel title="Slackbot" close="Close Slackbot" onClose={onClose}>
      <div className="steps">
        <p className="tool-note">
          Slack’s own Slackbot chooses a tool of the app for what you ask. This one has no language model:
          choose yourself.
        </p>
        {tool !== undefined && (
          <>
            <div className="field">
              <label className="label" htmlFor={choice}>
                Tool
              </label>
              <PlainSelect
                id={choice}
                value={tool.name}
                options={tools.map(({ name, title }) => [name, title])}
                onChange={setChosen}
              />
            </div>
            <p className="note">{tool.description}</p>
            <ToolForm key={tool.name} tool={tool} user={user} refresh={refresh} onProblem={setProblem} />
          </>
        )}
        <Problem text={problem} />
        <section ref={conversation} aria-label="Conversation with Slackbot">
          {messages.toReversed().map((message) => (
            <Message key={message.ts} message={message} handlers={handlers} />
          ))}
        </section>
      </div>
    </SidePanel>
  )
}

interface ToolFormProps extends Pick<SlackbotProps, 'user' | 'refresh'> {
  readonly tool: SlackbotTool
  readonly onProblem: (sentence: string) => void
}

function ToolForm({ tool, user, refresh, onProblem }: ToolFormProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const ack = await deliver('slackbot-ask', {
      user,
      tool: tool.name,
      arguments: argumentsOf(tool.inputs, typed),
    })
    onProblem(ack.ok ? '' : (ack.error ?? 'The app did not respond.'))
    setBusy(false)
    await refresh()
  }
  return (
    <form noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      {tool.inputs.map((parameter) => (
        <StepField
          key={parameter.name}
          // A list is typed as text.
          parameter={parameter.type === 'array' ? { ...parameter, type: 'string' } : parameter}
          value={typed[parameter.name] ?? ''}
          onChange={(value) => setTyped((was) => ({ ...was, [parameter.name]: value }))}
        />
      ))}
      <button type="submit" className="button primary" aria-busy={busy}>
        {busy ? 'Asking…' : 'Ask'}
      </button>
    </form>
  )
}

// The typed fields of a tool as its arguments.

/** Without the empty ones. */
function argumentsOf(
  parameters: readonly StepParameter[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, unknown][] => {
      const text = typed[parameter.name]?.trim() ?? ''
      if (text === '') return []
      if (parameter.type === 'array') return [[parameter.name, text.split(',').map((one) => one.trim())]]
      return [[parameter.name, isNumber(parameter) ? Number(text) : text]]
    }),
  )
}
