/** Sightline's processes behind one address, whose clocks go with the sandbox's. */
import { balance, type Engine, type Running, startProcesses } from '../../processes.ts'
import { freePort } from '../../store/postgres-server.ts'
import { messageOf, postAsBot, postsFor } from './world.ts'

/** Each engine, and how many processes it allows here. */
export const engines = [
  ['SQLite', 1],
  ['PostgreSQL', 2],
] as const

export type Replicas = Awaited<ReturnType<typeof startReplicas>>

export async function startReplicas(engine: Engine) {
  const processes = await startProcesses(engine)
  const { clock, service, slack } = processes
  const ports: number[] = []
  const balancer = await balance(ports)
  slack.setRequestUrl(balancer.url)
  return {
    ...processes,
    taken: balancer.taken,
    /** Starts one more. */
    start: async (): Promise<Running> => {
      const port = await freePort()
      const env = {
        SIGHTLINE_SLACK_MODE: 'http',
        SIGHTLINE_HTTP_PORT: String(port),
        SIGHTLINE_API_DEADLINE_SECONDS: '45',
        SIGHTLINE_RECOMMENDATIONS: service.demo.resultIds.join(','),
        CLOCK_AHEAD: clock.now().since(Temporal.Now.instant()).toString(),
      }
      const bot = processes.start(env, ['test/e2e/one-task/bot-ahead.ts'])
      await bot.until('Sightline is running')
      ports.push(port)
      void bot.ended.then(() => ports.splice(ports.indexOf(port), 1))
      return bot
    },
    /** Posts a bot message that shows the recommendation, as a digest would. */
    post: (channel: string, resultId: string) => postAsBot(slack, channel, messageOf(service, resultId)),
    /** The number of task requests that arrived at the service, including refused ones. */
    posts: (resultId: string) => postsFor(service, resultId),
    stop: async () => {
      await processes.stop()
      balancer.close()
    },
  }
}
