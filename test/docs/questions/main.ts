/** `npm run questions`: writes docs/questions.md. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAll, questionsPage } from './page.ts'

await writeFile(join(import.meta.dirname, '../../../docs/questions.md'), questionsPage(await askAll()))
