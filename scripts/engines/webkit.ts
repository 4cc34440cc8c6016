/** WebKitGTK's MiniBrowser, driven over classic WebDriver. */
import { createServer } from 'node:net'
import { type EnginePage, serialised } from './page.ts'
import { openDisplay, start } from './programs.ts'

const MINUTES_20 = 20 * 60_000

/** Starts WebKit through its driver, with an empty page. */
export async function openWebKit(program: string, driverProgram: string): Promise<EnginePage> {
  const display = await openDisplay()
  const port = await freePort()
  const driver = start(driverProgram, [`--port=${port}`], display.env)
  const origin = `http://127.0.0.1:${port}`
  await whenListening(origin)
  const { sessionId } = await command<{ sessionId: string }>(`${origin}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: MINUTES_20, pageLoad: MINUTES_20 },
        'webkitgtk:browserOptions': {
          binary: program,
          args: ['--automation', '--geometry=1280x900', '--enable-write-console-messages-to-stdout=true'],
        },
      },
    },
  })
  const session = `${origin}/session/${sessionId}`
  return {
    async goto(url) {
      await command(`${session}/url`, 'POST', { url })
    },
    async evaluate(run, ...given) {
      const script = `const [given, done] = arguments
        ;(${serialised(run)})(given).then((answer) => done({ answer }), (error) => done({ error: String(error) + error.stack }))`
      const args = [JSON.stringify(given)]
      const { answer, error } = await command<{ answer: string; error?: string }>(`${session}/execute/async`, 'POST', {
        script,
        args,
      })
      if (error !== undefined) throw new Error(error)
      return JSON.parse(answer)
    },
    async perform(sources) {
      await command(`${session}/actions`, 'POST', { actions: sources })
    },
    async screenshot() {
      return Buffer.from(await command<string>(`${session}/screenshot`, 'GET'), 'base64')
    },
    messages: () => driver.lines.filter((line) => line.startsWith('CONSOLE')),
    async close() {
      await driver.stop()
      await display.stop()
    },
  }
}

/** Sends a WebDriver command. `R`: the result type that the protocol gives it. @throws on an error response. */
async function command<R>(url: string, method: 'GET' | 'POST', body?: unknown): Promise<R> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = await answer.json()
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.error}: ${value.message}`)
  return value
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

/** The driver prints nothing when it is ready, so its status is polled. */
async function whenListening(origin: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isListening = await fetch(`${origin}/status`).then(
      () => true,
      () => false,
    )
    if (isListening) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}
