/** A folder that the files of a run share, removed afterwards. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The environment variable with its path. */
export const sharedFolder = 'SIGHTLINE_TEST_SHARED_FOLDER'

export default async function share(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-tests-'))
  // If root runs the tests, databases run as another user.
  await chmod(folder, 0o711)
  process.env[sharedFolder] = folder
  return () => rm(folder, { recursive: true, force: true })
}
