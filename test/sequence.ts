import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from './projects.ts'

/**
 * Vitest's order of files, but with the longest ones of each project first. The projects follow one another, because a
 * worker that switches between them loads all modules again. Short files come last, when no worker should wait long for
 * another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const usual = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longestFirst.indexOf(relative(root, moduleId).replaceAll(sep, '/'))
      return at < 0 ? longestFirst.length : at
    }
    // Sorting is stable.
    const projects = Map.groupBy(usual, ({ project }) => project.name)
    const ordered = ['system', 'long', 'quick'].map((name) => projects.get(name) ?? [])
    return ordered.flatMap((ones) => ones.toSorted((a, b) => place(a) - place(b)))
  }
}
