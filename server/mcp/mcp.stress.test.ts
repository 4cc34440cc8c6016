/** Tests `midground mcp` as a process. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { makeFolder } from '../../tests/helpers/folders.ts'

const MAIN = join(import.meta.dirname, '../start/main.ts')

const SCHEMA = join(import.meta.dirname, '../../docs/schema/layered-image.schema.json')

/** Creates a folder with only the parts of a built client that are needed to list the tools. */
function clientFolder() {
  const folder = makeFolder()
  writeFileSync(join(folder, 'index.html'), '<html></html>')
  const layeredImage = JSON.parse(readFileSync(SCHEMA, 'utf8'))
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify({ templates: [], fonts: [], layeredImage }))
  return folder
}

it('midground mcp exits without an error if its client stops reading', async () => {
  const child = spawn(process.execPath, [MAIN, 'mcp', '--root', makeFolder()], {
    env: { ...process.env, CLIENT_DIR: clientFolder() },
    stdio: 'pipe',
  })
  const errors = text(child.stderr)
  const clientInfo = { name: 'test', version: '1' }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  await once(child.stdout, 'data')
  child.stdout.destroy()
  child.stdin.on('error', () => undefined) // the process may exit before it reads all requests
  for (let id = 2; id < 8; id++) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`)
  const [code] = await once(child, 'exit')
  expect([code, await errors]).toEqual([0, ''])
})
