/** `npm run setup`: asks for what Sightline needs, tries each answer, and writes `.env`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readFlags, runCommand, UsageError } from './command-line.ts'
import { createPrompt, type Prompt } from './prompt.ts'
import { Answers, questions } from './setup-answers.ts'
import { connectService } from './setup-service.ts'
import { connectSlack } from './setup-slack.ts'

const file = resolve('.env')
const source = join(import.meta.dirname, '..')

const asked = Object.values(questions)
const usage = `Usage: npm run setup -- [options]

Asks for what Sightline needs, tries each answer, and writes .env. What is given here isn’t asked:

${asked.map(({ flag, words }) => `  ${`--${flag}`.padEnd(18)}${words}`).join('\n')}
  --replace         replace an existing .env without asking
  --start           start Sightline afterwards; with --no-start, don’t ask

"--channel later" sets up no digest. Other users of this machine can see options while it runs: keys and tokens can also
be piped to standard input, a line for each question.`

const flags: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>> = {
  ...Object.fromEntries(asked.map(({ flag }) => [flag, { type: 'string' as const }])),
  replace: { type: 'boolean' },
  start: { type: 'boolean' },
}

async function setUp(prompt: Prompt, options: Readonly<Record<string, unknown>>): Promise<void> {
  const answers = new Answers(prompt, options)
  const mayWrite = options.replace === true || !existsSync(file)
  if (!mayWrite && !(await answers.confirm('There is an .env already. Replace it?')))
    throw new UsageError('.env stays as it is. With --replace it is replaced.')
  const slackApi = answers.option('SIGHTLINE_SLACK_API_URL') ?? 'https://slack.com/api/'
  const zone = answers.option('SIGHTLINE_TIME_ZONE') ?? Temporal.Now.timeZoneId()
  answers.values.set('SIGHTLINE_TIME_ZONE', zone)
  answers.say('The analytics service')
  await connectService(answers)
  const channel = await connectSlack(answers, slackApi)
  await write(answers)
  const first =
    channel === null
      ? 'In Slack, type /invite @Sightline in a channel: one click there sets up a weekly digest.'
      : `${channel} gets a digest on Mondays at 9:00 (${zone}). To see one now, type /sightline digest now there.`
  answers.say(`\nWrote ${file}, which only you can read. docs/settings.md explains it.\n`)
  if ((await run(process.execPath, [`--env-file=${file}`, join(source, 'cli/doctor.ts')])) !== 0)
    throw new Error('\nFix what failed, then start Sightline with: npm start')
  answers.say(`\n${first}`)
  const isWanted = options.start ?? (await answers.confirm('Start Sightline now?'))
  prompt.close()
  if (isWanted === true) process.exitCode = await run('sh', [join(source, 'start.sh'), `--env-file=${file}`])
  else answers.say('Start it with: npm start')
}

/** Readable only by this user, at no moment by others, and never half written. */
async function write(answers: Answers): Promise<void> {
  const quoted = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`)
  const lines = [...answers.values].map(([name, value]) => `${name}=${quoted(value)}\n`)
  const draft = `${file}.${process.pid}`
  const text = `# Written by npm run setup. docs/settings.md explains each variable.\n${lines.join('')}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await rename(draft, file)
}

/** Runs a program in this terminal, and passes signals on. @returns its exit code */
async function run(program: string, args: readonly string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const forward = (signal: NodeJS.Signals) => void child.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  const [code] = await once(child, 'close')
  process.off('SIGINT', forward).off('SIGTERM', forward)
  return code ?? 1
}

await runCommand(async (args) => {
  const options = readFlags(args, flags, usage)
  if (options === null) return
  const prompt = createPrompt()
  try {
    await setUp(prompt, options)
  } finally {
    prompt.close()
  }
})
