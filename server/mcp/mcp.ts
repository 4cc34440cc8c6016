/** `midground mcp`: a server of the Model Context Protocol over standard input and output. */
import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join, relative } from 'node:path'
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
import { OperatorError } from '#server/db/failure.ts'
import { checkedValue } from '#server/render/checkValue.ts'
import { MCP_USAGE, readArguments, UsageError } from '#server/render/options.ts'
import type { RenderEnvironment } from '#server/render/render.ts'
import { openCatalogue, startRenderer } from '#server/render/renderer.ts'
import { type Arguments, type Caller, type CallResult, createCalls } from './calls.ts'
import { createRoots } from './roots.ts'
import { type Tool, toolsFor } from './tools.ts'

/**
 * Runs the server until standard input ends or the signal aborts. The signal must also abort if standard output can't
 * be written. Resolves with the exit code: 0, or 2 after an error in the arguments or during setup, which it prints.
 * Rejects with every other error.
 */
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
    warn(`midground ${MCP_USAGE}\n\n${error.message}`)
    return 2
  }
}

/**
 * Returns the folders of `--root`, by default the current folder. @throws {UsageError} for wrong arguments, or if the
 * current folder contains all files of the user
 */
export function rootsIn(args: readonly string[], current = process.cwd(), home = homedir()): string[] {
  const { values, positionals } = readArguments(args, { root: { type: 'string', multiple: true } })
  if (positionals.length > 0) throw new UsageError(`Unknown argument ${positionals[0]}. Name a folder with --root.`)
  if (values.root) return values.root
  const way = relative(realpathSync(current), existsSync(home) ? realpathSync(home) : home)
  const isAboveHome = way === '' || !(way.startsWith('..') || isAbsolute(way))
  if (!isAboveHome && dirname(current) !== current) return [current]
  throw new UsageError(
    `midground mcp was started in ${current}, which contains all your files. Name the folder of your photos: ` +
      `midground mcp --root ${join(home, 'Pictures')}`,
  )
}

function createServer(tools: readonly Tool[], version: string): Server {
  const server = new Server({ name: 'midground', version }, { capabilities: { tools: {} } })
  const listed = tools.map(({ run: _, checks: __, ...each }) => each)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { report, end } = progressOf(extra)
    try {
      const { name, arguments: args = {} } = params
      const { facts, preview } = await callTool(tools, name, args, { signal: extra.signal, report })
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

/** Checks the arguments and runs the tool. Rejects with a UsageError that says how to repair the call. */
export async function callTool(
  tools: readonly Tool[],
  name: string,
  args: object,
  caller: Caller,
): Promise<CallResult> {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new UsageError(`There is no tool "${name}". Tools: ${tools.map((each) => each.name).join(', ')}.`)
  return tool.run(checkedValue(tool.checks, args, '') as Arguments, caller)
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
