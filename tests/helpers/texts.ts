/** Finds all user-visible text in the client's sources, both translatable and hard-coded. */
import { type ESTree, parseAst } from 'vite'

type Node = ESTree.Node & { [part: string]: unknown }

/** Attributes and properties with values that users see in the interface. */
const VISIBLE =
  /^(?:aria-label|aria-valuetext|label|title|text|description|placeholder|alt|hint|prompt|action|cancel|confirm|message|busy|noSubject|noBackground|without)$/
/** Functions whose first argument is translated: `t`, and the constructors of field tables. */
const TRANSLATED = /^(?:t|number|flag|color|choice|group|string|list|offset|look)$/
/** Functions whose first argument is shown unchanged, for example the label of an undo step. */
const SHOWN = /(?:\bhistory\.(?:transact|begin)|\.alert|\busePageTitle|\bsetError)$/

export interface Found {
  /** All string literals. A message of the catalog that isn't a literal is unused. */
  literals: Set<string>
  /** Messages that the catalog must contain: arguments of `t`, and text in tables. */
  wanted: Set<string>
  /** Hard-coded text, as `file:line text`. */
  loose: string[]
  /** Literal first arguments of `t()`. Only these may have placeholders, because the build compiles only these. */
  said: Set<string>
}

/** Returns true for text, and false for a color such as `#ffffff`. */
const isWords = (text: string) => /\p{L}{2}/u.test(text) && !/^#[\da-f]{6}$/i.test(text)

export function textsIn(path: string, code: string): Found {
  const found: Found = { literals: new Set(), wanted: new Set(), loose: [], said: new Set() }
  const at = ({ start }: Node) => `${path}:${code.slice(0, start).split('\n').length}`
  const isIn = (above: readonly Node[]) => above.some(({ type }) => /Function|Method/.test(type))

  /**
   * Collects the text in a visible value. `isTable`: the value is evaluated when its module loads, before the language
   * is known.
   */
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
    if (node.type === 'JSXAttribute' && node.value && VISIBLE.test(String(node.name.name)))
      judge(node.value as Node, false)
    // a label in a constructor's argument names a scene node, and users don't see it
    const isPart = above.at(-2)?.type === 'NewExpression'
    if (node.type === 'Property' && node.key.type === 'Identifier' && VISIBLE.test(node.key.name) && !isPart)
      judge(node.value as Node, !isIn(above))
    if (node.type === 'CallExpression') {
      const { callee, arguments: given } = node
      const name = code.slice(callee.start, callee.end)
      const [first] = given as Node[]
      if (name === 't' && first?.type === 'Literal') found.said.add(String(first.value))
      if (first && TRANSLATED.test(name)) judge(first, true)
      else if (first && SHOWN.test(name)) judge(first, false)
    }
    for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, [...above, node])
  }

  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }) as Node, [])
  return found
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
