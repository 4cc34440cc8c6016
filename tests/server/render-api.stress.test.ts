/** The server as a process of its own, and its browser: both end, and nothing of a request stays. */
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { BARE_PAGE } from '#server/contract/pages.ts'
import { makeFolder } from '../helpers/folders.ts'
import { type Running, runProgram, startProgram } from './helpers/process.ts'
import { formOf } from './helpers/rendering.ts'
import { PASSWORD } from './helpers/server.ts'

/** Answers that it is there and then no more; ends with its pipe, as a browser does. Leaves its pid and a file in the profile. */
const BROWSER = `#!${process.execPath}
const fs = require('node:fs')
const profile = process.argv.find((arg) => arg.startsWith('--user-data-dir=')).slice(16)
fs.writeFileSync(require('node:path').join(profile, 'cache'), 'a photo')
fs.writeFileSync(process.env.XDG_PIDS, String(process.pid))
fs.writeFileSync(process.env.XDG_PIDS + '.env', JSON.stringify(process.env))
fs.writeSync(4, JSON.stringify({ id: 1, result: {} }) + '\\0')
fs.createReadStream(null, { fd: 3 }).on('data', () => {}).on('end', () => process.exit())
`

let client = ''
let browser = ''
beforeAll(() => {
  client = makeFolder()
  writeFileSync(join(client, BARE_PAGE), '<!doctype html><html></html>')
  browser = join(makeFolder(), 'chromium')
  writeFileSync(browser, BROWSER)
  chmodSync(browser, 0o755)
})

const isRunning = (pid: number) => existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(status(pid))
const status = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return 'State: Z' // it has ended in between
  }
}

/** A server in the midst of a rendering that never ends. */
async function startRendering(dataDir: string): Promise<{ server: Running; browserPid: number }> {
  const pids = join(makeFolder(), 'pid')
  const server = await startProgram({
    DATA_DIR: dataDir,
    CLIENT_DIR: client,
    CHROMIUM_PATH: browser,
    RENDER: 'on',
    STRIPE_SECRET_KEY: '',
    METRICS_TOKEN: 'a-secret-of-the-operator',
    BILLING: 'off',
    RATE_LIMITS: 'off',
    XDG_PIDS: pids, // handed on to the browser by its first letters
  })
  const send = (path: string, json: object, cookie = '') =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json', cookie },
      body: JSON.stringify(json),
    })
  const signup = await send('/api/auth/signup', { email: `a${Date.now()}@example.org`, password: PASSWORD })
  const cookie = signup.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const created = await send('/api/account/api-tokens', { name: 'shop', password: PASSWORD }, cookie)
  const { token } = (await created.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  void fetch(`${server.url}/api/render`, { method: 'POST', headers, body: formOf() }).catch(() => undefined)
  await expect.poll(() => existsSync(`${pids}.env`)).toBe(true)
  expect(readFileSync(`${pids}.env`, 'utf8')).not.toContain('a-secret-of-the-operator')
  return { server, browserPid: Number(readFileSync(pids, 'utf8')) }
}

it('ends its browser and removes all files when it is told to stop', async () => {
  const dataDir = makeFolder()
  const { server, browserPid } = await startRendering(dataDir)
  expect(readdirSync(join(dataDir, 'rendering')).some((name) => name.startsWith('request-'))).toBe(true)
  expect(await server.stop()).toBe(0) // the rendering alone would go on for ever
  expect(existsSync(join(dataDir, 'rendering'))).toBe(false)
  await expect.poll(() => isRunning(browserPid)).toBe(false)
})

it('removes what a killed one has left when it starts again', async () => {
  const dataDir = makeFolder()
  const { server, browserPid } = await startRendering(dataDir)
  await server.stop('SIGKILL')
  await expect.poll(() => isRunning(browserPid)).toBe(false)
  expect(existsSync(join(dataDir, 'rendering'))).toBe(true)
  const again = await startProgram({ DATA_DIR: dataDir, CLIENT_DIR: client })
  expect(existsSync(join(dataDir, 'rendering'))).toBe(false)
  await again.stop()
})

it('is tried by check: a browser that starts, one that is missing, one that ends', async () => {
  const check = async (path: string) => {
    const pids = join(makeFolder(), 'pid')
    const env = { DATA_DIR: makeFolder(), CLIENT_DIR: client, RENDER: 'on', CHROMIUM_PATH: path, XDG_PIDS: pids }
    const { code, output } = await runProgram(['check'], env)
    return [code, output.split('\n').find((line) => line.includes(' rendering '))]
  }
  expect(await check(browser)).toEqual([0, expect.stringMatching(/^ok .*chromium starts/)])
  expect(await check('/nowhere')).toEqual([
    1,
    expect.stringMatching(/^FAILED .*CHROMIUM_PATH names no program: \/nowhere$/),
  ])
  expect(await check('/bin/false')).toEqual([1, expect.stringMatching(/^FAILED .*Chromium could not be started/)])
})
