/**
 * The entry point, in plain JavaScript. On a warm start everything else comes from the compile cache, so Node doesn't load
 * its type stripper (20 MB of memory).
 */
import { enableCompileCache } from 'node:module'

// node-cron uses the machine's time zone and misses the hours in which its clocks go back. In UTC they never do.
process.env.TZ = 'UTC'
enableCompileCache()
await import('./main.ts')
