/** The typed fields of a tool as its arguments. */
import type { StepParameter } from '../../model.ts'
import { isNumber } from '../steps/values.ts'

/** Without the empty ones. */
export function argumentsOf(
  parameters: readonly StepParameter[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap((parameter): [string, unknown][] => {
      const text = typed[parameter.name]?.trim() ?? ''
      if (text === '') return []
      if (parameter.type === 'array') return [[parameter.name, text.split(',').map((one) => one.trim())]]
      return [[parameter.name, isNumber(parameter) ? Number(text) : text]]
    }),
  )
}
