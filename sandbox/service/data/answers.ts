/** How many answers are collected. The collects and the presence rates use the same numbers. */
import { type Project, SOURCES } from './catalog.ts'
import { PROMPT_COUNT } from './prompts.ts'
import { hash, mix } from './random.ts'

/** A number for each engine, independent of a project's other engines. */
export function engineKey(source: string): number {
  const sources: readonly string[] = SOURCES
  const index = sources.indexOf(source)
  return index >= 0 ? index : SOURCES.length + (hash(0, 'engine', source) % 1000)
}

/** Gives each project its own numbers. */
export const projectKey = (seed: number, project: Project): number => hash(seed, 'project', project.id)

/**
 * Answers of one engine on one day: one for each prompt, minus one or two that occasionally fail; 0 if none were
 * collected.
 */
export function answersOn(key: number, { isCollected }: Project, source: string, day: number): number {
  if (!isCollected(source, day)) return 0
  const h = mix(mix(key, 500 + engineKey(source)), day)
  return PROMPT_COUNT - (h % 5 === 0 ? 1 + ((h >>> 8) % 2) : 0)
}

/** Answers of all the project's engines on one day. */
export function answersOfDay(key: number, project: Project, day: number): number {
  return project.sources.reduce((sum, source) => sum + answersOn(key, project, source, day), 0)
}
