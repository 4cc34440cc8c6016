/** `midground mcp`: a server of the Model Context Protocol over standard input and output. */
import { parseArgs } from 'node:util'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { Ajv } from 'ajv'
import { OperatorError } from '#server/db/failure.ts'
import { UsageError } from '#server/render/options.ts'
import type { RenderEnvironment } from '#server/render/render.ts'
import { openCatalogue, startRenderer } from '#server/render/renderer.ts'
import { createCalls } from './calls.ts'
import { createRoots } from './roots.ts'
import { type Tool, toolsFor } from './tools.ts'

export const MCP_USAGE = 'mcp [--root DIR]…'

/** Runs the server until standard input ends or the signal aborts. Returns the exit code. */
export async function mcpCommand(
  args: readonly string[],
  environment: RenderEnvironment,
  version: string,
): Promise<number> {
  const { env, resources, signal, warn } = environment
  try {
    const roots = createRoots(rootsIn(args))
    const client = openCatalogue(resources, env)
    const calls = createCalls(roots, () => startRenderer(client, environment))
    const server = createServer(toolsFor(client, roots, calls), version)
    const ended = new Promise<void>((end) => {
      server.onclose = end
      process.stdin.once('end', end).once('close', end)
      signal.addEventListener('abort', () => end(), { once: true })
    })
    await server.connect(new StdioServerTransport())
    await ended
    await calls.close()
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    warn(`${error.message}\n\nmidground ${MCP_USAGE}`)
    return 2
  }
}

/** Returns the folders of `--root`. @throws {UsageError} for wrong arguments */
function rootsIn(args: readonly string[]): string[] {
  try {
    const { values } = parseArgs({ args: [...args], options: { root: { type: 'string', multiple: true } } })
    return values.root ?? ['.']
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function createServer(tools: readonly Tool[], version: string): Server {
  const server = new Server({ name: 'midground', version }, { capabilities: { tools: {} } })
  const ajv = new Ajv({ strict: false })
  const listed = tools.map(({ run: _, ...each }) => each)
  const checks = new Map(listed.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]))
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { report, end } = progressOf(extra)
    try {
      const { name, arguments: args = {} } = params
      const [tool, check] = [tools.find((each) => each.name === name), checks.get(name)]
      if (!tool || !check) throw new UsageError(`There is no tool "${name}".`)
      if (!check(args)) throw new UsageError(`The arguments are invalid: ${ajv.errorsText(check.errors)}.`)
      const { facts, preview } = await tool.run(args, { signal: extra.signal, report })
      const image = preview ? [{ type: 'image' as const, data: preview, mimeType: 'image/jpeg' }] : []
      return { content: [{ type: 'text', text: JSON.stringify(facts) }, ...image], structuredContent: { ...facts } }
    } catch (error) {
      if (!isExpected(error)) throw error
      return { isError: true, content: [{ type: 'text', text: error.message }] }
    } finally {
      end()
    }
  })
  return server
}

/** Time between two progress notifications, ms. Many clients give up after 60 s without a notification. */
const NOTIFY_MS = 5000

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Notifies the client of a call's state at each change and every NOTIFY_MS, if the client has asked for that. */
function progressOf({ _meta, sendNotification }: Extra) {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return { report: () => undefined, end: () => undefined }
  let [progress, message] = [0, '']
  const notify = () => {
    progress += 1 // the protocol demands a growing number
    const params = { progressToken, progress, message }
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined) // the client has left
  }
  const repeated = setInterval(notify, NOTIFY_MS)
  return {
    report(state: string) {
      if (state === message) return
      message = state
      notify()
    },
    end: () => clearInterval(repeated),
  }
}

const isExpected = (error: unknown): error is Error => error instanceof UsageError || error instanceof OperatorError
