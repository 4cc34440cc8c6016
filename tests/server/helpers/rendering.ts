/** Rendering without a browser: the fake answers the photo as the picture, when it is let. */
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import type { RenderAnswer } from '#server/contract/render.ts'
import { headerSets } from '#server/http/headers.ts'
import { requestListener } from '#server/http/listener.ts'
import type { Order } from '#server/render/api/engine.ts'
import { openRenderService, type RenderService, type ServiceTimes } from '#server/render/api/service.ts'
import { openWorkplace } from '#server/render/api/workplace.ts'
import { type Browser, ORIGIN, PASSWORD, type TestServer } from './server.ts'

export interface FakeBrowsers {
  renderer(dataDir: string): RenderService
  /** One per rendering that has begun. */
  readonly orders: Order[]
  started: number
  closed: number
  /** Most renderings at one moment. */
  most: number
  /** What a rendering waits for; nothing at first. */
  gate: Promise<void>
  /** Instead of the picture, once. */
  answers: RenderAnswer[]
}

export function fakeBrowsers(jobs = 1, times: Partial<ServiceTimes> = {}): FakeBrowsers {
  let running = 0
  const start = async () => {
    fake.started++
    let close = () => {}
    const closed = new Promise<RenderAnswer>((resolve) => {
      close = () => resolve({ ok: false, error: 'tab-lost' })
    })
    return {
      pid: 0,
      async render(order: Order): Promise<RenderAnswer> {
        fake.orders.push(order)
        fake.most = Math.max(fake.most, ++running)
        try {
          return await Promise.race([closed, paint(order)])
        } finally {
          running--
        }
      },
      async close() {
        fake.closed++
        close()
      },
    }
  }
  const paint = async (order: Order): Promise<RenderAnswer> => {
    await fake.gate
    const planned = fake.answers.shift()
    if (planned) return planned
    await order.write(createReadStream(order.photo))
    return { ok: true, bytes: 1, subject: 'sure', leftOut: ['Zeichnung 1'], unknown: [] }
  }
  const fake: FakeBrowsers = {
    orders: [],
    started: 0,
    closed: 0,
    most: 0,
    gate: Promise.resolve(),
    answers: [],
    renderer: (dataDir) =>
      openRenderService({
        workplace: openWorkplace(join(dataDir, 'rendering'), process.platform),
        log: pino({ level: 'silent' }),
        jobs,
        env: { CHROMIUM_PATH: process.execPath }, // a program that is there
        platform: process.platform,
        start,
        times,
      }),
  }
  return fake
}

/** Files that requests have left in the server's folder. */
export function leftovers({ folder }: Pick<TestServer, 'folder'>): string[] {
  const root = join(folder, 'rendering')
  return existsSync(root) ? readdirSync(root, { recursive: true }).map(String) : []
}

export async function newToken(browser: Browser, name = 'shop'): Promise<{ id: string; token: string }> {
  const json = { name, password: PASSWORD }
  const answer = await browser.send('/api/account/api-tokens', { method: 'POST', json })
  if (answer.status !== 201) throw new Error(`creating a token answered ${answer.status}`)
  return (await answer.json()) as { id: string; token: string }
}

/** A form with a photo, one of our designs, and further fields; null leaves one out. */
export function formOf(fields: Record<string, string | Blob | readonly string[] | null> = {}): FormData {
  const form = new FormData()
  const photo = new File(['the photo'], 'anna.jpg')
  for (const [name, value] of Object.entries({ photo, design: 'poster', ...fields }))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== null) form.append(name, each)
  return form
}

/** As a program sends it: no cookie, no origin. */
export const render = (
  server: TestServer,
  token: string | null,
  body: BodyInit = formOf(),
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> =>
  Promise.resolve(
    server.app.request(`${ORIGIN}/api/render`, {
      method: 'POST',
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      body,
      ...(signal ? { signal } : {}),
    }),
  )

/** The server behind a real port. */
export async function listenWith({ app }: TestServer): Promise<{ port: number; close(): Promise<void> }> {
  const sets = headerSets({ publicOrigin: ORIGIN, hstsSubdomains: false })
  const listening = createServer(requestListener((request, env) => app.fetch(request, env), sets))
  await new Promise<void>((done) => listening.listen(0, '127.0.0.1', done))
  return {
    port: (listening.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        listening.close(() => done())
        listening.closeAllConnections()
      }),
  }
}
