/** What the doctor found: failed checks first, each with one thing to do about it. */
import type { CheckUp } from '../../model/check-up.ts'
import type { Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter, commandButton, heading, messageOf } from '../kit/elements.ts'
import { counted } from '../kit/formats.ts'
import { bold, compact, type Line, oneLine, richText } from '../kit/text.ts'

export function doctorAnswer(checkUps: readonly CheckUp[], options: AnswerOptions): Message {
  const sign = checkUps.some(({ finding }) => finding.state === 'failed') ? '✗' : '✓'
  const paragraphs = order.flatMap((state) =>
    checkUps.filter(({ finding }) => finding.state === state).map(checkUpLines),
  )
  return messageOf([
    heading(`${sign} ${checkUpsInWords(checkUps)}`),
    ...paragraphs.map((lines) => richText(lines)),
    ...answerFooter(options, [commandButton('Check again', 'doctor')]),
  ])
}

const order = ['failed', 'not_checked', 'passed'] as const

/** `2 of 8 checks failed.` */
export function checkUpsInWords(checkUps: readonly CheckUp[]): string {
  const count = (state: (typeof order)[number]) =>
    checkUps.filter(({ finding }) => finding.state === state).length
  const notChecked = count('not_checked')
  const rest = notChecked > 0 ? `, ${counted(notChecked, 'check')} couldn’t run` : ''
  const failed = count('failed')
  if (failed > 0) return `${failed} of ${counted(checkUps.length, 'check')} failed${rest}.`
  return `${counted(count('passed'), 'check')} passed${rest}.`
}

function checkUpLines({ name, finding }: CheckUp): Line[] {
  const checkName = oneLine(name, 60, 'a check')
  const words = oneLine(finding.words, 900, 'no details.')
  return compact<Line>(
    [bold(`${signs[finding.state]}: ${checkName}. `), words],
    finding.state === 'failed' && ['Fix: ', oneLine(finding.fix, 600, 'check the log.')],
  )
}

/** Each state in words. */
export const signs = { passed: '✓ Passed', not_checked: '– Not checked', failed: '✗ Failed' } as const
