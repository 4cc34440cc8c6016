/** Finds functions longer than the limit, including components and closures. */
import { parseAst } from 'vite'
import type { Sources } from './levels.ts'

/** Maximum number of lines of a function. */
const MAX_LINES = 79

interface Node {
  type: string
  start: number
  end: number
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns one sentence per function that is too long. */
export function longFunctions(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) => {
    if (text.split('\n').length <= MAX_LINES) return []
    return functionsIn(path, text)
      .filter(({ lines }) => lines > MAX_LINES)
      .map(({ line, lines }) => `the function at ${path}:${line} has ${lines} lines`)
  })
}

/** Returns the first line and the number of lines of every function, including nested ones. */
function functionsIn(path: string, text: string): { line: number; lines: number }[] {
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const found: Node[] = []
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    if (/^(Arrow)?Function(Declaration|Expression)$/.test(value.type)) found.push(value)
    Object.values(value).forEach(visit)
  }
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }))
  return found.map(({ start, end }) => ({ line: lineOf(start), lines: lineOf(end) - lineOf(start) + 1 }))
}
