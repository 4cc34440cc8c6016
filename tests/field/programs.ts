/** The two programs that render without a window: `midground render`, and `midground mcp` with a client. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { PictureReport } from '#server/render/render.ts'
import { render } from '../../e2e/render/render.ts'
import { PROGRAM } from '../../e2e/support/server.ts'
import { makeFolder } from '../helpers/folders.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs `midground render`. Resolves with the report of each image. @throws {Error} with its output if it fails */
export async function renderReports(args: readonly string[]): Promise<PictureReport[]> {
  const { code, reports, stderr, stdout } = await render([...args, '--report'])
  if (code !== 0) throw new Error(`exit code ${code}: ${stderr}${stdout}`)
  return reports
}

interface AgentAnswer {
  isError: boolean
  text: string
  /** The messages of the progress notifications. */
  progress: readonly string[]
  texts: NonNullable<PictureReport['texts']>
}

/** Starts `midground mcp` with a folder of copies of these photos as its root. */
export async function startAgent(photos: readonly string[]) {
  const root = makeFolder()
  for (const path of photos) copyFileSync(path, join(root, path.slice(path.lastIndexOf('/') + 1)))
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...PROGRAM, 'mcp', '--root', root],
    env: { ...(process.env as Record<string, string>), CLIENT_DIR: join(ROOT, 'build/client-test') },
    stderr: 'ignore',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  return {
    root,
    close: () => client.close(),
    async call(name: string, args: Record<string, unknown>): Promise<AgentAnswer> {
      const progress: string[] = []
      const onprogress = ({ message = '' }) => void progress.push(message)
      const result = await client.callTool({ name, arguments: args }, undefined, { timeout: 600_000, onprogress })
      const [content] = result.content as { text?: string }[]
      const { texts = [] } = (result.structuredContent ?? {}) as { texts?: AgentAnswer['texts'] }
      return { isError: result.isError === true, text: content?.text ?? '', progress, texts }
    },
  }
}
