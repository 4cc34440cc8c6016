// Compiles ICU MessageFormat messages at build time. The client then doesn't contain a parser. In development and in
// tests, Lingui compiles them at run time.
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { ESTree, Plugin } from 'vite'

const TABLE = /\/client\/kit\/i18n\/languages\/[\w-]+\.json$/
const CLIENT = /\/client\/.*\.tsx?$/

type Compiled = ReturnType<typeof compileMessage> | string

/** Vite plugins that compile the catalogs and the messages in calls of `t`. */
export const messages = (): Plugin[] => [
  {
    name: 'messages-catalogues',
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id: TABLE }, handler: (json) => compileTable(json) },
  },
  {
    name: 'messages-calls',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: CLIENT, code: 'i18n/translate.ts' },
      handler(code) {
        return compileCalls(code, this.parse(code))
      },
    },
  },
]

/** Compiles a message. The result is a plain string if the message has no placeholders and plurals. */
function compile(message: string): Compiled {
  const compiled = compileMessage(message)
  const [only] = compiled
  return compiled.length === 1 && typeof only === 'string' ? only : compiled
}

/** Compiles a catalog, a JSON object of messages, to Lingui's compiled messages as JSON. */
export const compileTable = (json: string): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(JSON.parse(json)).map(([text, translation]) => [text, compile(String(translation))]),
    ),
  )

/**
 * Returns the module's code, with compiled messages instead of messages with placeholders in calls of `t`. Returns
 * null if there is no such message.
 */
export function compileCalls(code: string, program: ESTree.Program): string | null {
  const found: { start: number; end: number; text: string; message: Compiled }[] = []
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 't') return
    const [text] = node.arguments
    if (text?.type !== 'Literal' || typeof text.value !== 'string') return
    const message = compile(text.value)
    if (typeof message !== 'string') found.push({ start: text.start, end: text.end, text: text.value, message })
  })
  if (found.length === 0) return null
  return found
    .sort((a, b) => b.start - a.start)
    .reduce(
      (out, { start, end, text, message }) =>
        `${out.slice(0, start)}${JSON.stringify({ id: text, message })}${out.slice(end)}`,
      code,
    )
}

function visit(node: ESTree.Node, visitor: (node: ESTree.Node) => void): void {
  visitor(node)
  for (const part of Object.values(node).flat()) if (isNode(part)) visit(part, visitor)
}

const isNode = (value: unknown): value is ESTree.Node => typeof value === 'object' && value !== null && 'type' in value
