import { afterEach, beforeEach } from 'vitest'
import { temporaryFolder } from './engines.ts'

/** A folder of its own for each test of a file, removed afterwards. */
export function folderForEachTest(): { readonly path: string } {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
  })
  afterEach(() => folder.remove())
  return {
    get path() {
      return folder.path
    },
  }
}
