import { MinimalReporter, type TestModule, type TestSpecification } from 'vitest/node'

/** Settings that decide what a test does. */
const settings = ['SIGHTLINE_TEST_SEED', 'SIGHTLINE_TEST_THOROUGH']
const tenths = 10

/** Prints how far the run is, the failures, and for each the command that repeats it. */
export default class Brief extends MinimalReporter {
  #files = 0
  #done = 0

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications)
    this.#files = specifications.length
    this.#done = 0
  }

  override onTestModuleEnd(testModule: TestModule): void {
    super.onTestModuleEnd(testModule)
    this.#done += 1
    const tenth = (files: number) => Math.floor((tenths * files) / this.#files)
    const isWorthALine = this.#files > tenths && tenth(this.#done) > tenth(this.#done - 1)
    if (isWorthALine) this.log(`${this.#done} of ${this.#files} files`)
  }

  override onTestRunEnd(...end: Parameters<MinimalReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end)
    const commands = end[0].filter((testModule) => testModule.state() === 'failed').flatMap(repeating)
    if (commands.length > 0) this.log(['Repeat the failures one by one:', ...commands, ''].join('\n'))
  }
}

function repeating(testModule: TestModule): readonly string[] {
  const given = settings.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [`${name}=${value} `]
  })
  const file = `${given.join('')}npx vitest run ${testModule.relativeModuleId}`
  const { children } = testModule
  const hasFailedHook = [testModule, ...children.allSuites()].some((one) => one.errors().length > 0)
  const tests = [...children.allTests('failed')].map(({ fullName }) => `${file} -t ${quoted(fullName)}`)
  return hasFailedHook ? [file, ...tests] : tests
}

/** A name as a regular expression, for a shell. */
function quoted(name: string): string {
  const expression = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `'^${expression.replaceAll("'", "'\\''")}$'`
}
