/** `npm run read -- "how are we doing on claude"`: how a text is read, with the names of the sandbox's demo workspace. */
import { readText } from '../../src/commands/free-text/index.ts'
import { vocabulary } from './corpus.ts'

const reading = readText(process.argv.slice(2).join(' '), vocabulary, Temporal.Now.plainDateISO())
const texts = reading.kind === 'unsure' ? reading.texts : reading.kind === 'certain' ? [reading.text] : ['–']
process.stdout.write(`${reading.kind}: ${texts.join(' | ')}\n`)
