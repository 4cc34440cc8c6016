/** Tests a libSQL server that is unreachable, frozen or empty, or that rejects the token. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { freePort } from '../helpers/freePort.ts'
import { Browser } from '../server/helpers/browser.ts'
import { runProgram, spawnProgram, startProgram } from '../server/helpers/process.ts'
import { type Engine, HAS_LIBSQL, startLibsql } from './engines.ts'

const libsql = describe.skipIf(!HAS_LIBSQL)

async function waitingProgram(databasePort: number, settings: Record<string, string> = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const database = { DATA_DIR: makeFolder(), DATABASE_URL: `http://127.0.0.1:${databasePort}` }
  const program = await spawnProgram({ PORT: String(port), BILLING: 'off', ...database, ...settings })
  const status = async (path: string): Promise<[number, string | null]> => {
    const answer = await fetch(`${url}${path}`).catch(() => null)
    if (answer === null) return [0, null] // the server doesn't listen yet
    const { reason } = (await answer.json()) as { reason?: string }
    return [answer.status, reason ?? null]
  }
  return { url, status, ...program }
}

libsql('a database server that is away at the start', () => {
  it('a process that waits for the database server serves requests once the server is up', async () => {
    const databasePort = await freePort()
    const program = await waitingProgram(databasePort)
    await expect.poll(() => program.status('/readyz')).toEqual([503, 'unreachable'])
    expect(await program.status('/healthz')).toEqual([200, null])
    expect((await fetch(program.url)).status).toBe(503)
    await wait(3000)
    expect(program.child.exitCode).toBeNull()
    expect(program.output()).toContain('The database server cannot be reached')

    const engine = await startLibsql({ port: databasePort })
    await expect.poll(() => program.status('/readyz'), { interval: 200 }).toEqual([200, null])
    await new Browser(program.url).signUp()
    expect(await program.stop()).toBe(0)
    await engine.stop()
  })

  it('a process stops even if the database server is down', async () => {
    const program = await waitingProgram(await freePort())
    await expect.poll(() => program.status('/readyz')).toEqual([503, 'unreachable'])
    expect(await program.stop()).toBe(0)
  })
})

libsql('a database server that accepts connections but never answers', () => {
  /** Returns the response of /readyz, and whether it took less than 10 s. A request to the database may take 15 s. */
  async function readiness(url: string) {
    const start = performance.now()
    const answer = await fetch(`${url}/readyz`)
    const { reason = null } = (await answer.json()) as { reason?: string }
    return [answer.status, reason, performance.now() - start < 10_000]
  }

  it('while the process waits for the database, /readyz responds with 503 within 10 s', async () => {
    const engine = await startLibsql()
    await engine.freeze(true)
    const program = await waitingProgram(Number(new URL(engine.url).port))
    await expect.poll(() => program.status('/healthz')).toEqual([200, null])
    expect(await readiness(program.url)).toEqual([503, 'unreachable', true])
    await engine.freeze(false)
    await expect.poll(() => readiness(program.url), { timeout: 30_000 }).toEqual([200, null, true])
    expect(await program.stop()).toBe(0)
    await engine.stop()
  })

  it('while the database does not respond, each of many requests gets 503 with Retry-After', async () => {
    const engine = await startLibsql()
    const program = await startProgram({
      DATA_DIR: makeFolder(),
      DATABASE_URL: engine.url,
      BILLING: 'off',
      RATE_LIMITS: 'off',
    })
    const anna = await new Browser(program.url).signUp()
    await engine.freeze(true)
    // admission.test.ts tests the times with a fake clock; here, a busy machine may need much longer
    const ask = () =>
      fetch(`${program.url}/api/profile`, { headers: { cookie: anna.cookie }, signal: AbortSignal.timeout(60_000) })
    const flood = async () => {
      const answers = await Promise.all(Array.from({ length: 300 }, ask))
      // Retry-After is 2 if the queue is full or the request waited too long, and 5 if the database doesn't respond
      return answers.filter(({ status, headers }) => status !== 503 || !/^[25]$/.test(headers.get('retry-after') ?? ''))
    }
    expect(await flood()).toEqual([])
    expect(await flood()).toEqual([])
    await engine.freeze(false)
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200)
    expect(await program.stop()).toBe(0)
    await engine.stop()
  })

  it('while the database does not respond, /readyz returns 503 within 10 s', async () => {
    const engine = await startLibsql()
    const program = await startProgram({ DATA_DIR: makeFolder(), DATABASE_URL: engine.url, BILLING: 'off' })
    await expect.poll(() => readiness(program.url)).toEqual([200, null, true])
    await wait(1100) // a probe's result is reused for 1 s
    await engine.freeze(true)
    expect(await readiness(program.url)).toEqual([503, 'unreachable', true])
    await engine.freeze(false)
    await expect.poll(() => readiness(program.url), { timeout: 30_000 }).toEqual([200, null, true])
    await program.stop()
    await engine.stop()
  })
})

it.skipIf(!HAS_LIBSQL)(
  'on its first start, a process serves pages and the configuration while it publishes its files',
  async () => {
    const engine = await startLibsql()
    const client = makeFolder()
    writeFileSync(join(client, 'index.html'), '<!doctype html><title>Midground</title>')
    mkdirSync(join(client, 'assets'))
    for (let n = 0; n < 500; n++) writeFileSync(join(client, `assets/s-${10_000_000 + n}.js`), randomBytes(9000))
    const program = await waitingProgram(Number(new URL(engine.url).port), { CLIENT_DIR: client })
    await expect.poll(() => program.status('/readyz'), { interval: 5 }).toEqual([503, 'starting'])
    const pages = await Promise.all(['/', '/api/config'].map((path) => fetch(`${program.url}${path}`)))
    expect(pages.map(({ status }) => status)).toEqual([200, 200])
    expect(await program.status('/readyz'), 'the machine is still storing its files').toEqual([503, 'starting'])
    await expect.poll(() => program.status('/readyz'), { interval: 200, timeout: 120_000 }).toEqual([200, null])
    await program.stop()
    await engine.stop()
  },
)

libsql('a database server that checks tokens', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const stranger = generateKeyPairSync('ed25519').privateKey
  const token = (claims: object, key: KeyObject = privateKey): string => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
    return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`
  }
  const later = { exp: Math.floor(Date.now() / 1000) + 3600 }
  const REFUSED = 'The database server rejected the token. Check DATABASE_AUTH_TOKEN.'
  const READ_ONLY = 'The token allows reading only. See DATABASE_AUTH_TOKEN.'

  it('a start with a wrong database token fails with a one-line error', async () => {
    const engine: Engine = await startLibsql({ publicKey: publicKey.export({ format: 'jwk' }).x ?? '' })
    const { host } = new URL(engine.url)
    const settings = () => ({ DATA_DIR: makeFolder(), PORT: '0', BILLING: 'off', DATABASE_URL: engine.url })
    const start = async (authToken: string) => {
      const { code, output } = await runProgram([], { ...settings(), DATABASE_AUTH_TOKEN: authToken })
      return [code, output.trim()]
    }
    expect(await start('')).toEqual([1, `${host}: ${REFUSED}`])
    expect(await start(token(later, stranger))).toEqual([1, `${host}: ${REFUSED}`])
    expect(await start(token({ exp: 1 }))).toEqual([1, `${host}: ${REFUSED}`])
    expect(await start(token({ ...later, a: 'ro' }))).toEqual([1, `${host}: ${READ_ONLY}`])
    // the first start creates the tables
    const program = await startProgram({ ...settings(), DATABASE_AUTH_TOKEN: token(later) })
    expect(await program.stop()).toBe(0)
    expect(await start(token({ ...later, a: 'ro' }))).toEqual([1, `${host}: ${READ_ONLY}`])
    await engine.stop()
  })
})
