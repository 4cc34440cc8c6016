/** Tests the program as an operator uses it: start, stop, error messages and commands. */

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SERVER_FLAGS } from '../../scripts/setup/run.mjs'
import { makeFolder } from '../helpers/folders.ts'
import { Browser, PASSWORD } from './helpers/browser.ts'
import { programFile, type Running, runProgram, startProgram } from './helpers/process.ts'

describe('a running server', () => {
  const folder = makeFolder()
  const env = { DATA_DIR: folder }
  let server: Running
  let anna: Browser
  beforeAll(async () => {
    server = await startProgram(env)
    anna = new Browser(server.url)
    await anna.signUp()
  })
  afterAll(() => server.stop('SIGKILL'))

  const command = async (...args: string[]) => {
    const { code, output } = await runProgram(args, env)
    return [code, output.trim()]
  }
  const access = () => anna.get<Record<string, unknown>>('/api/access')

  it('the started server returns 200 for /healthz and /readyz', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await fetch(`${server.url}${path}`)).status).toBe(200)
  })

  it("the server's keep-alive timeout is longer than the proxies' timeout of 120 s", async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(Number(/^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(120)
  })

  it("only the server's user can read its data", () => {
    expect(statSync(join(folder, 'midground.db')).mode & 0o777).toBe(0o600)
  })

  it('the commands credits and grant-pro take effect on a running server', async () => {
    expect(await command('credits', 'anna@example.org', '1')).toEqual([0, 'anna@example.org has 1 credit.'])
    expect(await access()).toMatchObject({ reason: 'credits', profile: { download_credits: 1 } })
    expect((await command('grant-pro', 'ANNA@example.org', '30'))[0]).toBe(0)
    expect(await access()).toMatchObject({ reason: 'paid' })
    expect((await command('grant-pro', 'anna@example.org', 'off'))[0]).toBe(0)
    expect(await access()).toMatchObject({ reason: 'credits' })
  })

  it('the command reset-link prints a password reset link that works once', async () => {
    const [code, link] = await command('reset-link', 'anna@example.org')
    expect(code).toBe(0)
    const token = /#reset-password=(.+)$/.exec(String(link))?.[1]
    const reset = () => new Browser(server.url).post('/api/auth/password/reset', { token, password: PASSWORD })
    expect([(await reset()).status, (await reset()).status]).toEqual([204, 400])
  })

  it('operator commands list, show and count accounts', async () => {
    expect((await command('user', 'list'))[1]).toMatch(/anna@example\.org {2}Free Plan • 1 credit\n1 account$/)
    expect((await command('user', 'show', 'anna@example.org'))[1]).toContain('"email": "anna@example.org"')
    expect((await command('stats'))[1]).toContain('free 1, trial 0, Pro 0')
    expect((await command('db'))[1]).toContain('profiles')
  })

  it.each(['stats', '--help', '--version'])(
    'the command %s fails with an error if its output goes to a full disk',
    async (word) => {
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(process.execPath, [...SERVER_FLAGS, await programFile(), word], {
        env: { DATA_DIR: folder, BILLING: 'off' },
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      closeSync(full)
      expect([status, stderr]).toEqual([1, 'The output cannot be written (ENOSPC).\n'])
    },
  )

  it('a stopped server leaves a single database file', async () => {
    expect((await command('backup', join(folder, 'copy.db')))[0]).toBe(0)
    await command('credits', 'anna@example.org', '77')
    expect(await server.stop()).toBe(0)
    // the log is complete and must not contain secrets
    const lines = server.output()
    expect(lines).toContain('"path":"/api/auth/signup"')
    for (const secret of ['anna@example.org', PASSWORD, anna.cookie.split('=')[1] ?? ''])
      expect(lines).not.toContain(secret)
    expect(readdirSync(folder).filter((name) => name.startsWith('midground.db'))).toEqual(['midground.db'])
    expect((await command('restore', join(folder, 'copy.db')))[0]).toBe(0)
    expect((await command('user', 'list'))[1]).toContain('1 credit')
  })
})

/** Sends half of a request, which the server completes before it stops. `finish` sends the rest. */
async function pendingLogin(url: string) {
  const body = JSON.stringify({ email: 'nobody@example.org', password: PASSWORD })
  const headers = { origin: url, 'content-type': 'application/json', 'content-length': String(body.length) }
  const underWay = request(`${url}/api/auth/login`, { method: 'POST', headers })
  const answered = once(underWay, 'response') as Promise<[IncomingMessage]>
  underWay.write(body.slice(0, 20))
  await once(underWay, 'socket')
  await fetch(`${url}/healthz`) // waits until the server has received the incomplete request
  async function finish() {
    underWay.end(body.slice(20))
    const [answer] = await answered
    answer.resume()
    return answer.statusCode
  }
  return finish
}

it('the server completes a pending request after SIGTERM', async () => {
  const server = await startProgram({ DATA_DIR: makeFolder() })
  const finish = await pendingLogin(server.url)
  const stopped = server.stop('SIGTERM')
  // on a busy machine, the server may close its port before the first request after the signal
  const readiness = () =>
    fetch(`${server.url}/readyz`).then(
      ({ status }) => status,
      () => 'closed',
    )
  let ready = await readiness()
  while (ready === 200) ready = await readiness()
  const status = await finish()
  expect([503, 'closed']).toContain(ready)
  expect(status).toBe(401)
  expect(await stopped).toBe(0)
})

it('a repeated Ctrl+C does not cut the stop of the server short', async () => {
  const folder = makeFolder()
  const server = await startProgram({ DATA_DIR: folder })
  const finish = await pendingLogin(server.url) // without it, a busy machine may deliver the signals after the stop
  const stopped = server.stop('SIGINT')
  await vi.waitFor(() => expect(server.output()).toContain('"msg":"stopping"'), 60_000)
  server.child.kill('SIGINT')
  server.child.kill('SIGTERM')
  expect(await finish()).toBe(401)
  expect(await stopped).toBe(0)
  expect(readdirSync(folder).filter((name) => name.startsWith('midground.db'))).toEqual(['midground.db'])
})

it("a stop immediately after the start doesn't log a warning", async () => {
  const client = makeFolder()
  mkdirSync(join(client, 'assets'))
  writeFileSync(join(client, 'index.html'), '<!doctype html>')
  // enough files that the server is still storing them at the stop
  for (let id = 0; id < 2000; id++)
    writeFileSync(join(client, `assets/main-${String(id).padStart(8, '0')}.js`), `${id}`)
  const server = await startProgram({ DATA_DIR: makeFolder(), BILLING: 'off', CLIENT_DIR: client })
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('"level":40')
})

it('the server stops after SIGTERM even if nobody reads its log', async () => {
  const server = await startProgram({ DATA_DIR: makeFolder(), BILLING: 'off', BACKUPS: 'off' })
  server.child.stdout?.destroy()
  server.child.stderr?.destroy()
  await fetch(`${server.url}/api/config`)
  const late = setTimeout(() => server.child.kill('SIGKILL'), 30_000)
  expect(await server.stop('SIGTERM'), 'exit code; null if the process was killed').toBe(0)
  clearTimeout(late)
})

it("an updated server still serves the previous version's scripts to open tabs", async () => {
  const dataDir = makeFolder()
  const version = (script: string) => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'assets'))
    writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Midground</title><script src="/assets/${script}">`)
    writeFileSync(join(folder, 'assets', script), `"${script}"`)
    return folder
  }
  for (const [script, past] of [
    ['main-11111111.js', null],
    ['main-22222222.js', 'main-11111111.js'],
  ] as const) {
    const server = await startProgram({ DATA_DIR: dataDir, CLIENT_DIR: version(script) })
    const get = (path: string) => fetch(`${server.url}${path}`)
    expect(await (await get('/')).text()).toContain(script)
    expect(await (await get(`/assets/${script}`)).text()).toBe(`"${script}"`)
    const answer = past && (await get(`/assets/${past}`))
    if (answer) {
      expect([answer.status, await answer.text()]).toEqual([200, `"${past}"`])
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    }
    expect(await server.stop()).toBe(0)
  }
})

it('the server reports that a port is in use and how to fix it', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { code, output } = await runProgram([], { DATA_DIR: makeFolder(), PORT: String(port) })
  other.close()
  const words = `Port ${port} on 127.0.0.1 is taken. Choose another one, e.g. PORT=${port + 1}`
  expect([code, output]).toEqual([1, expect.stringContaining(words)])
})

it("with sandbox billing on a public address, the server doesn't start or write to disk", async () => {
  const folder = join(makeFolder(), 'data')
  const env = { DATA_DIR: folder, HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://photos.example.org' }
  const { code, output } = await runProgram([], env)
  expect([code, output, existsSync(folder)]).toEqual([1, expect.stringContaining('BILLING=off'), false])
})

it('main.ts statically imports only Node modules, so that an old Node can report its version', () => {
  const main = readFileSync(join(import.meta.dirname, '../../server/start/main.ts'), 'utf8')
  const imports = [...main.matchAll(/^import .* from '([^']+)'/gm)].map(([, name]) => name)
  expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual(['../../package.json'])
})
