/** `npm run licences`: writes docs/licences.md. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { licencesPage } from './licences-page.ts'
import { productionPackages, readLock, root } from './lock.ts'

writeFileSync(join(root, 'docs/licences.md'), licencesPage(productionPackages(readLock())))
