/** A thread of `bench headlines`. */
import { parentPort, workerData } from 'node:worker_threads'
import { live, type Run } from './run.ts'

const run: Run = workerData
parentPort?.postMessage(await live(run))
// The bot's keep-alive connections would keep the thread running.
process.exit(0)
