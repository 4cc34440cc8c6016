/** Controls WebKitGTK's MiniBrowser through WebDriver. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { type EnginePage, serialized } from './page.ts'
import { requireProgram, startOnDisplay } from './programs.ts'

const MINUTES_20 = 20 * 60_000

/** Paths of WebKit's programs in Debian, as glob patterns. Debian installs MiniBrowser outside the PATH. */
export const WEBKIT_PROGRAMS = {
  driver: '/usr/bin/WebKitWebDriver',
  browser: '/usr/lib/{x86_64,aarch64}-linux-gnu/webkit2gtk-*/MiniBrowser',
} as const

/** Starts WebKit's driver and MiniBrowser with an empty page. @throws if a program is missing or doesn't start */
export async function openWebKit(): Promise<EnginePage> {
  const port = await freePort()
  const driver = await startOnDisplay(WEBKIT_PROGRAMS.driver, [`--port=${port}`])
  const origin = `http://127.0.0.1:${port}`
  await whenListening(origin)
  const { sessionId } = await command<{ sessionId: string }>(`${origin}/session`, 'POST', {
    capabilities: {
      alwaysMatch: {
        timeouts: { script: MINUTES_20, pageLoad: MINUTES_20 },
        'webkitgtk:browserOptions': {
          binary: requireProgram(WEBKIT_PROGRAMS.browser),
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
        ;(${serialized(run)})(given).then((answer) => done({ answer }), (error) => done({ error: String(error) + error.stack }))`
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
    close: driver.stop,
  }
}

/** Sends a WebDriver command. `R` is the type of its result. @throws if the driver returns an error */
async function command<R>(url: string, method: 'GET' | 'POST', body?: unknown): Promise<R> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = await answer.json()
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.error}: ${value.message}`)
  return value
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Asks for the driver's status until the driver responds, because the driver prints nothing when it is ready. */
async function whenListening(origin: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(`${origin}/status`).catch(() => null)) return
    await setTimeout(100)
  }
  throw new Error('WebKitWebDriver does not answer')
}
