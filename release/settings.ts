/** `npm run settings`: writes docs/settings.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lock.ts'
import { settingsPage } from './settings-page.ts'

writeFileSync(join(root, 'docs/settings.md'), settingsPage())
