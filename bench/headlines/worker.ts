/** One of the threads of `bench headlines`. */
import { parentPort, workerData } from 'node:worker_threads'
import { live, type Run } from './run.ts'

const run: Run = workerData
parentPort?.postMessage(await live(run))
// The bot's connections are kept alive.
process.exit(0)
