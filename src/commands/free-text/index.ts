import { commands } from '../index.ts'
import { createReader } from './reader.ts'

/** What somebody asks in their own words, as the commands that answer it. */
export const readFreeText = createReader(commands.verbs)
