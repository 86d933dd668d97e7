import type { CheckUp } from '../model/check-up.ts'

const labels = { passed: '✓ Passed', failed: '✗ Failed', not_checked: '– Not checked' } as const

/** Formats the results for a terminal: one line each, fixes for failures, and a summary. */
export function doctorText(checkUps: readonly CheckUp[]): string {
  const lines = checkUps.flatMap(({ name, finding }) => [
    `${labels[finding.state]}: ${name}. ${finding.words}`,
    ...(finding.state === 'failed' ? [`    Fix: ${finding.fix}`] : []),
  ])
  return `${[...lines, '', summary(checkUps)].join('\n')}\n`
}

function summary(checkUps: readonly CheckUp[]): string {
  const count = (state: CheckUp['finding']['state']) =>
    checkUps.filter(({ finding }) => finding.state === state).length
  const [failed, open] = [count('failed'), count('not_checked')]
  const rest = open > 0 ? `, ${open} couldn’t run` : ''
  return failed > 0
    ? `${failed} of ${checkUps.length} checks failed${rest}.`
    : `${count('passed') === 1 ? '1 check' : `${count('passed')} checks`} passed${rest}.`
}
