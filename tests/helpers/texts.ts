/** Finds texts in the client's sources: those that can be translated, and those that nobody can translate. */
import { type ESTree, parseAst } from 'vite'

type Node = ESTree.Node & { [part: string]: unknown }

/** Attributes and fields whose value is read by people. */
const SPOKEN =
  /^(?:aria-label|aria-valuetext|label|title|text|description|placeholder|alt|hint|prompt|action|cancel|confirm|message|busy|noSubject|noBackground|without)$/
/** Calls whose first argument is a text of the catalogue: `t` itself, and what makes the fields of a table. */
const TABLES = /^(?:t|number|flag|color|choice|group|string|list|offset|look)$/
/** Calls whose first argument is said as it is: a step of history, an alert. */
const SAID = /(?:\bhistory\.(?:transact|begin)|\.alert|\busePageTitle|\bsetError)$/

export interface Found {
  /** Every string in the code: a text of the catalogue is in use when it is one of them. */
  literals: Set<string>
  /** Texts that must be in the catalogue: given to `t`, or standing in a table. */
  wanted: Set<string>
  /** Texts that nobody can translate, as `file:line text`. */
  loose: string[]
  /** Strings that stand as the first argument of `t`: those alone are compiled by the build. */
  said: Set<string>
}

const isWords = (text: string) => /\p{L}{2}/u.test(text)

export function textsIn(path: string, code: string): Found {
  const found: Found = { literals: new Set(), wanted: new Set(), loose: [], said: new Set() }
  const at = ({ start }: Node) => `${path}:${code.slice(0, start).split('\n').length}`
  const isIn = (above: readonly Node[]) => above.some(({ type }) => /Function|Method/.test(type))

  /** Whatever a value that is read by people may be; `isTable` = it stands where no language is known yet. */
  function judge(value: Node, isTable: boolean): void {
    switch (value.type) {
      case 'Literal':
        if (typeof value.value !== 'string' || !isWords(value.value)) return
        if (isTable) found.wanted.add(value.value)
        else found.loose.push(`${at(value)} ${value.value}`)
        return
      case 'TemplateLiteral':
        for (const { value: part } of value.quasis)
          if (part.cooked && isWords(part.cooked)) found.loose.push(`${at(value)} ${part.cooked.trim()}`)
        return
      case 'ConditionalExpression':
        judge(value.consequent as Node, isTable)
        judge(value.alternate as Node, isTable)
        return
      case 'LogicalExpression':
        judge(value.right as Node, isTable)
        return
      case 'JSXExpressionContainer':
        judge(value.expression as Node, isTable)
        return
    }
  }

  function visit(node: Node, above: readonly Node[]): void {
    if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return
    if (node.type === 'ImportDeclaration') return
    if (node.type === 'Literal' && typeof node.value === 'string') found.literals.add(node.value)
    if (node.type === 'JSXText' && isWords(node.value)) found.loose.push(`${at(node)} ${node.value.trim()}`)
    if (node.type === 'JSXExpressionContainer' && above.at(-1)?.type !== 'JSXAttribute') judge(node, false)
    if (node.type === 'JSXAttribute' && node.value && SPOKEN.test(String(node.name.name)))
      judge(node.value as Node, false)
    // what a constructor is given names a part of the scene, which nobody reads
    const isPart = above.at(-2)?.type === 'NewExpression'
    if (node.type === 'Property' && node.key.type === 'Identifier' && SPOKEN.test(node.key.name) && !isPart)
      judge(node.value as Node, !isIn(above))
    if (node.type === 'CallExpression') {
      const { callee, arguments: given } = node
      const name = code.slice(callee.start, callee.end)
      const [first] = given as Node[]
      if (name === 't' && first?.type === 'Literal') found.said.add(String(first.value))
      if (first && TABLES.test(name)) judge(first, true)
      else if (first && SAID.test(name)) judge(first, false)
    }
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, [...above, node])
  }

  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as Node, [])
  return found
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
