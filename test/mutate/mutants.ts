/** The mutants of a source file: small changes of its behaviour, each switched on by its number while the tests run. */
import { parseAst } from 'vitest/node'

export interface Mutant {
  readonly file: string
  readonly line: number
  readonly from: number
  readonly to: number
  /** As it is, and as the mutant has it. */
  readonly was: string
  readonly becomes: string
  /** It stands where a statement begins. */
  readonly isStatement: boolean
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const swapped = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['??', '&&'],
  ['AND', 'OR'],
  ['OR', 'AND'],
  ['some', 'every'],
  ['every', 'some'],
])

/** Comparisons and conditions in a statement for the database. */
const inSql = /(?<=\s)(?:AND|OR|<=|>=|<|>)(?=\s)/g

/** Only code in functions: what runs while a module loads can't be told apart by test. */
export function mutantsOf(file: string, source: string): readonly Mutant[] {
  const found: Mutant[] = []
  const text = ({ start, end }: Node) => source.slice(start, end)
  const add = (node: Node, becomes: string, isStatement = false) =>
    found.push({
      file,
      line: source.slice(0, node.start).split('\n').length,
      from: node.start,
      to: node.end,
      was: text(node),
      becomes,
      isStatement,
    })

  function mutate(node: Node, parent: Node): void {
    const isStatement = parent.type === 'ExpressionStatement'
    switch (node.type) {
      case 'BinaryExpression':
      case 'LogicalExpression': {
        const [left, right] = [node.left as Node, node.right as Node]
        const other = swapped.get(String(node.operator))
        if (other !== undefined) add(node, `(${text(left)}) ${other} (${text(right)})`, isStatement)
        return
      }
      case 'IfStatement':
      case 'ConditionalExpression': {
        const test = node.test as Node
        add(test, 'true')
        add(test, 'false')
        return
      }
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value))
        if (typeof node.value === 'number') add(node, String(node.value + 1))
        return
      case 'UnaryExpression':
        if (node.operator === '!') add(node, text(node.argument as Node))
        return
      case 'AwaitExpression':
      case 'CallExpression':
        if (isStatement) add(node, 'undefined', true)
        return
      case 'MemberExpression': {
        const property = node.property as Node
        const other = swapped.get(text(property))
        // A switch inside a chain with `?.` would cut it.
        if (!node.computed && other !== undefined && parent.callee === node && !text(parent).includes('?.'))
          add(
            parent,
            `${source.slice(parent.start, property.start)}${other}${source.slice(property.end, parent.end)}`,
          )
        return
      }
      case 'TaggedTemplateExpression':
        if (text(node.tag as Node) !== 'sql') return
        for (const quasi of (node.quasi as { readonly quasis: readonly Node[] }).quasis)
          for (const match of text(quasi).matchAll(inSql)) {
            const at = quasi.start + match.index
            const other = swapped.get(match[0]) ?? ''
            add(node, source.slice(node.start, at) + other + source.slice(at + match[0].length, node.end))
          }
    }
  }

  const statements = new Set<number>()
  function visit(node: Node, parent: Node, isInFunction: boolean): void {
    if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return
    if (node.type === 'ExpressionStatement') statements.add(node.start)
    if (isInFunction) mutate(node, parent)
    const inside = isInFunction || /Function/.test(node.type)
    for (const [key, value] of Object.entries(node)) {
      // A pattern's keys and a property's name aren't expressions.
      if (key === 'key' && node.computed !== true) continue
      for (const child of Array.isArray(value) ? value : [value])
        if (child !== null && typeof child === 'object' && 'type' in child) visit(child as Node, node, inside)
    }
  }

  const program = parseAst(source, { lang: 'ts' }) as unknown as Node
  visit(program, program, false)
  // Where a statement begins, a parenthesis would continue the line before.
  return found.filter(({ from, isStatement }) => isStatement || !statements.has(from))
}

/** The source with a switch at each of these mutants, by number. */
export function instrument(source: string, mutants: ReadonlyMap<number, Mutant>): string {
  const inserted: { readonly at: number; readonly rank: number; readonly text: string }[] = []
  for (const [id, { from, to, becomes, isStatement }] of mutants) {
    const length = to - from
    const lead = isStatement ? 'void ' : ''
    // The longest begins first and ends last. Of two with the same extent the later one is inside.
    const order = id / 1e6
    inserted.push({ at: from, rank: -length + order, text: `${lead}(mutantIsOn(${id}) ? (${becomes}) : (` })
    inserted.push({ at: to, rank: -1e9 + length - order, text: '))' })
  }
  inserted.sort((a, b) => a.at - b.at || a.rank - b.rank)
  let result = ''
  let done = 0
  for (const { at, text } of inserted) {
    result += source.slice(done, at) + text
    done = at
  }
  return result + source.slice(done)
}
