/** Tests the configurations of nginx and Caddy in docs/operating/install.md: uploads, cookies, visitor's address. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { hasProgram } from '../../scripts/setup/apt.mjs'
import { makeFolder } from '../helpers/folders.ts'
import { freePort } from '../helpers/freePort.ts'
import { Browser } from './helpers/browser.ts'
import { png, trialForm } from './helpers/png.ts'
import { type Running, startProgram } from './helpers/process.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/operating/install.md'), 'utf8')
/** Returns the first matching code block of the page, with the server's port. */
const sample = (pattern: RegExp, port: number): string =>
  (pattern.exec(PAGE)?.[1] ?? '').replace('127.0.0.1:3000', `127.0.0.1:${port}`)

/** Certificate to trust for each proxy, in `folder`. The operator provides nginx's certificate. Caddy makes its own. */
const CERTIFICATES = { nginx: 'cert.pem', caddy: 'caddy/pki/authorities/local/root.crt' } as const

/** The arguments that start each proxy in the foreground with its configuration in `folder`. */
const PROXIES = {
  nginx: (folder: string, from: number, to: number) => {
    const file = join(folder, 'nginx.conf')
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, CERTIFICATES.nginx)]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const kind = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1']
    execFileSync('openssl', [...kind, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')
    writeFileSync(
      file,
      `daemon off;\nuser root;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${paths}
      server {\nlisten 127.0.0.1:${from} ssl;\nssl_certificate ${certificate};\nssl_certificate_key ${key};\n${sample(/```nginx\n([\s\S]*?)```/, to)}}\n}\n`,
    )
    return ['-c', file, '-e', join(folder, 'error.log')]
  },
  caddy: (folder: string, from: number, to: number) => {
    const file = join(folder, 'Caddyfile')
    const site = sample(/```\n(photos[\s\S]*?)```/, to)
      .replace('photos.example.org', `https://localhost:${from}`)
      .replace('{', '{\n  tls internal')
    writeFileSync(
      file,
      `{\nadmin off\nskip_install_trust\nauto_https disable_redirects\ndefault_bind 127.0.0.1\n}\n${site}`,
    )
    return ['run', '--config', file, '--adapter', 'caddyfile']
  },
} as const

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])('the reverse proxy %s', (name) => {
  /** `npm test` installs the programs. */
  const testWithProxy = it.skipIf(![name, 'openssl'].every(hasProgram))
  let server: Running
  let proxy: ChildProcess
  let origin: string
  beforeAll(async () => {
    const folder = makeFolder()
    const [port, serverPort] = [await freePort(), await freePort()]
    origin = `https://localhost:${port}`
    const env = { PORT: String(serverPort), DATA_DIR: join(folder, 'data'), PUBLIC_ORIGIN: origin }
    server = await startProgram({ ...env, TRUST_PROXY: '1', RATE_LIMITS: 'signup-h=2', BILLING: 'sandbox' })
    const args = PROXIES[name](folder, port, serverPort)
    proxy = spawn(name, args, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder } })
    const ready = async () => {
      setDefaultCACertificates([...getCACertificates(), readFileSync(join(folder, CERTIFICATES[name]), 'utf8')])
      expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    }
    await vi.waitFor(ready, { timeout: 60_000 })
  })
  afterAll(async () => {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
    await server.stop()
  })

  testWithProxy('behind the proxy, a session cookie has the flag Secure', async () => {
    const body = JSON.stringify({ email: 'cookie@example.org', password: 'correct horse 42' })
    const headers = { origin, 'content-type': 'application/json' }
    const answer = await fetch(`${origin}/api/auth/signup`, { method: 'POST', headers, body })
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^__Host-sid=.*; Secure/))
    expect(answer.headers.get('strict-transport-security')).toContain('max-age=31536000')
  })

  testWithProxy('the proxy accepts an upload of 25 MiB', async () => {
    const anna = await new Browser(origin).signUp()
    const { prices } = await anna.get<{ prices: { yearly: string } }>('/api/config')
    const { url } = await anna.ask<{ url: string }>('/api/checkout', { priceId: prices.yearly })
    await anna.submit(url, '', { card: 'pays', delay: '0' })
    const { id } = await anna.ask<{ id: string }>('/api/billing/sync')
    const body = trialForm(id, Buffer.concat([png(40, 30), Buffer.alloc(25 * 1024 * 1024 - 1024)]))
    expect((await anna.send('/api/save-trial-image', { method: 'POST', body })).status).toBe(201)
  })

  // Caddy reads the whole body before it sends an early response, so only nginx passes this test.
  it.runIf(name === 'nginx')('a 50 MB upload gets status 413 through the proxy before the upload ends', async () => {
    const headers = { origin, 'content-type': 'application/json', 'content-length': '50000000' }
    const upload = request(`${origin}/api/auth/signup`, { method: 'POST', headers, family: 4 })
    upload.on('error', () => undefined) // the server closes the connection after its response
    upload.write(Buffer.alloc(1024))
    const [answer] = await once(upload, 'response')
    expect([answer.statusCode, await text(answer)]).toEqual([413, expect.stringContaining('too_large')])
    upload.destroy()
  })

  testWithProxy('the server counts visitors behind the proxy by their own network address', async () => {
    const signUp = async (localAddress: string, claimed: string) => {
      const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': claimed }
      const call = request(`${origin}/api/auth/signup`, { method: 'POST', headers, localAddress, family: 4 })
      call.end(JSON.stringify({ email: `${claimed}@example.org`, password: 'correct horse 42' }))
      const [answer] = await once(call, 'response')
      answer.resume()
      return answer.statusCode
    }
    expect(await signUp('127.0.0.2', '192.0.2.1')).toBe(201)
    expect(await signUp('127.0.0.2', '192.0.2.2')).toBe(201)
    expect(await signUp('127.0.0.2', '192.0.2.3')).toBe(429)
    expect(await signUp('127.0.0.3', '192.0.2.4')).toBe(201)
  })
})
