import type { CheckUp } from '../model/check-up.ts'

const words = { passed: '✓ Passed', failed: '✗ Failed', not_checked: '– Not checked' } as const

/** What was found, for a terminal: a line each, in what failed with what to do about it, and the sum at the end. */
export function doctorText(checkUps: readonly CheckUp[]): string {
  const lines = checkUps.flatMap(({ name, finding }) => [
    `${words[finding.state]}: ${name}. ${finding.words}`,
    ...(finding.state === 'failed' ? [`    To do: ${finding.fix}`] : []),
  ])
  return `${[...lines, '', sumOf(checkUps)].join('\n')}\n`
}

function sumOf(checkUps: readonly CheckUp[]): string {
  const count = (state: CheckUp['finding']['state']) =>
    checkUps.filter(({ finding }) => finding.state === state).length
  const [failed, open] = [count('failed'), count('not_checked')]
  const rest = open > 0 ? `, ${open} could not be made` : ''
  return failed > 0
    ? `${failed} of ${checkUps.length} checks failed${rest}.`
    : `${count('passed') === 1 ? '1 check' : `${count('passed')} checks`} passed${rest}.`
}
