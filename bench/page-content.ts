/** The two pages that bench/page.ts compares: the sandbox's with many messages, and a bare one. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CHANNELS, USERS } from '../sandbox/slack/index.ts'
import type { SlackSandbox } from '../sandbox/slack/sandbox.ts'

export const messages = 1_000
/** One in this many messages is the app's, with a chart and a table. */
export const richEvery = 10
export const channel = CHANNELS.brandVisibility
export const words = (index: number) =>
  `Message ${index}: what the brand’s numbers of the week mean for the plan of the next one.`

const brands = ['Northwind', 'Contoso', 'Fabrikam', 'Adventure Works', 'Tailspin Toys', 'Litware']
const cell = (text: string) => ({ type: 'raw_text', text })

/** About the content of a visibility answer. */
const richBlocks = [
  { type: 'header', text: { type: 'plain_text', text: 'Weekly brand visibility' } },
  {
    type: 'data_visualization',
    title: 'Visibility',
    chart: {
      type: 'bar',
      series: [{ name: 'This week', data: brands.map((label, at) => ({ label, value: 51 - at * 4 })) }],
      axis_config: { categories: brands },
    },
  },
  {
    type: 'data_table',
    caption: 'Standings',
    rows: [
      ['Rank', 'Brand', 'Visibility', 'Mentions', 'Share of voice'].map(cell),
      ...brands.map((brand, at) => [
        cell(`${at + 1}`),
        cell(brand),
        ...[51, 1_581, 15].map((value) => ({
          type: 'raw_number',
          value: value - at,
          text: `${value - at} up 0.2 points`,
        })),
      ]),
    ],
  },
  { type: 'context', elements: [{ type: 'mrkdwn', text: 'How measured: the week of Mon 9 to Sun 15 Nov' }] },
]

async function postRich({ apiUrl, botToken }: SlackSandbox): Promise<void> {
  const answer = await fetch(`${apiUrl}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel, text: 'Weekly brand visibility', blocks: richBlocks }),
  })
  const { ok, error } = (await answer.json()) as { ok: boolean; error?: string }
  if (!ok) throw new Error(`chat.postMessage: ${error}`)
}

/** Posts all messages in the channel. */
export async function fill(slack: SlackSandbox): Promise<void> {
  for (let index = 1; index <= messages; index += 1)
    if (index % richEvery === 0) await postRich(slack)
    else slack.post({ user: USERS.member, channel, text: words(index) })
}

/** The same number of messages without components, charts, tables or server events. */
export async function startBare(): Promise<{ url: string; stop: () => void }> {
  const article = (index: number) =>
    `<article><strong>Maya</strong> <time>9:00</time><p>${words(index)}</p></article>`
  const list = Array.from({ length: messages }, (_, index) => article(index + 1)).join('')
  const html = `<!doctype html><title>Bare</title><style>.messages { height: 90vh; overflow-y: auto }</style><div class="messages">${list}</div>`
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}
