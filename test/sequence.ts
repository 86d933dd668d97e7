import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { longestFirst } from './projects.ts'

/**
 * As Vitest orders the files, with the longest ones of each project before its others. The projects follow one another,
 * since a worker that changes between them loads all modules anew; the short files come last, when no worker is to wait
 * long for another.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config
    const usual = await super.sort(files)
    const place = ({ moduleId }: TestSpecification) => {
      const at = longestFirst.indexOf(relative(root, moduleId).replaceAll(sep, '/'))
      return at < 0 ? longestFirst.length : at
    }
    // Sorting keeps what is equal in its order.
    const projects = Map.groupBy(usual, ({ project }) => project.name)
    const ordered = ['system', 'long', 'quick'].map((name) => projects.get(name) ?? [])
    return ordered.flatMap((ones) => ones.toSorted((a, b) => place(a) - place(b)))
  }
}
