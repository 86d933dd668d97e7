import { commands } from '../index.ts'
import { createReader } from './reader.ts'

/** Reads free text as the commands that answer it. */
export const readFreeText = createReader(commands.verbs)
