/** `npm run gallery`: serves every exhibit of test/blocks/gallery until Ctrl-C. Restarts when a source changes. */
import { startGallery } from './server.ts'

const port = 4210

const { url } = await startGallery(port).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  return startGallery()
})
console.log(`Every message, modal and Home tab: ${url}
Reload the page after a change. Press Ctrl-C to stop.`)
