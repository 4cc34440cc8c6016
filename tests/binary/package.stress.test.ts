/** Installs the npm package into an empty folder without a network and starts its server. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { packPackage } from '../../scripts/package/pack.mjs'
import { makeFolder } from '../helpers/folders.ts'
import { Browser } from '../server/helpers/browser.ts'
import { whenServing } from '../server/helpers/process.ts'

const ROOT = join(import.meta.dirname, '../..')
const SIZE_LIMIT_BYTES = 40e6

/** npm has neither a cache nor a registry, so the command line must name all packages. */
const offline = (folder: string) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  npm_config_cache: join(folder, 'cache'),
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_offline: 'true',
})

it('the npm package, installed without network, serves the product', async () => {
  const tarball = await packPackage()
  const { size } = statSync(tarball)
  console.log(`${(size / 1e6).toFixed(1)} MB`)
  expect(size).toBeLessThan(SIZE_LIMIT_BYTES)

  const folder = makeFolder()
  const run = promisify(execFile)
  // The packages that npm would download: better-sqlite3, which is the only dependency, and node-addon-api, on which
  // better-sqlite3 depends.
  const addons = ['better-sqlite3', 'node-addon-api']
  for (const name of addons) cpSync(join(ROOT, 'node_modules', name), join(folder, name), { recursive: true })
  const sources = [tarball, ...addons.map((name) => `./${name}`)]
  const install = ['install', '--ignore-scripts', '--install-links', '--no-audit', '--no-fund', ...sources]
  await run('npm', install, { cwd: folder, env: offline(folder) })
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const { stdout } = await run('npx', ['midground', '--version'], { cwd: folder, env: offline(folder) })
  expect(stdout.trim()).toBe(`midground ${version}`)

  const child = spawn(join(folder, 'node_modules/.bin/midground'), {
    cwd: folder,
    env: { ...offline(folder), PORT: '0' },
  })
  const { url } = await whenServing(child)
  try {
    const page = await (await fetch(url)).text()
    const script = /"(\/assets\/start-[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const [plain, brotli] = await Promise.all(
      ['identity', 'br'].map((coding) => fetch(`${url}${script}`, { headers: { 'accept-encoding': coding } })),
    )
    expect([plain?.headers.get('content-encoding'), brotli?.headers.get('content-encoding')]).toEqual([null, 'br'])
    expect(await plain?.text()).toBe(await brotli?.text())
    const anna = new Browser(url)
    await anna.signUp()
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit') // the server writes to its folder until it exits
  }
})
