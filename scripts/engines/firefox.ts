/** Firefox, driven over its built-in WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EnginePage, serialised } from './page.ts'
import { openDisplay, start } from './programs.ts'

const PREFERENCES = {
  'webgl.force-enabled': true, // because Firefox blocklists software GL
  'browser.shell.checkDefaultBrowser': false,
  'ui.prefersReducedMotion': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
}

interface LogEntry {
  level: string
  text: string | null
}
type Answer = { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } }

/** Starts Firefox with a new profile and an empty page. `preferences` extend the default ones. */
export async function openFirefox(
  program: string,
  preferences: Readonly<Record<string, boolean>> = {},
): Promise<EnginePage> {
  const display = await openDisplay()
  const profile = mkdtempSync(join(tmpdir(), 'midground-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--remote-debugging-port=0', '--profile', profile, '--no-remote', '--width=1280', '--height=900']
  const firefox = start(program, args, display.env)
  const messages: string[] = []
  const bidi = await Bidi.open(
    `${await firefox.waitForLine(/BiDi listening on (ws:\S+)/)}/session`,
    (method, params) => {
      const { level, text } = params as LogEntry // `log.entryAdded` is the only subscribed event
      if (method === 'log.entryAdded' && (level === 'error' || level === 'warn')) messages.push(`${level}: ${text}`)
    },
  )
  await bidi.send('session.new', { capabilities: {} })
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await bidi.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  if (!context) throw new Error('Firefox has no window')
  await bidi.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
  return {
    async goto(url) {
      await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(run, ...given) {
      const answer = await bidi.send<Answer>('script.callFunction', {
        functionDeclaration: serialised(run),
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        target: { context },
        awaitPromise: true,
        userActivation: true,
      })
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return JSON.parse(answer.result.value)
    },
    async perform(sources) {
      await bidi.send('input.performActions', { context, actions: sources })
    },
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    messages: () => messages,
    async close() {
      bidi.close()
      await firefox.stop()
      await display.stop()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

type Params = Readonly<Record<string, unknown>>
interface Message {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  method?: string
  params?: unknown
  error?: string
  message?: string
}

/** A WebDriver BiDi connection (W3C): commands with responses, and events. */
class Bidi {
  private readonly socket: WebSocket
  private readonly pending = new Map<number, (message: Message) => void>()
  private lastId = 0

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data))
      if (message.type === 'event') onEvent(message.method ?? '', message.params)
      else this.pending.get(message.id ?? -1)?.(message)
    })
    socket.addEventListener('close', () => {
      for (const answer of this.pending.values())
        answer({ type: 'error', error: 'closed', message: 'the browser ended' })
    })
  }

  /** Connects to `url`. `onEvent` receives the subscribed events. Rejects without a response. */
  static async open(url: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`no answer from ${url}`)))
    })
    return new Bidi(socket, onEvent)
  }

  /**
   * Sends a command and resolves with its result. `R`: the result type that the protocol gives this method. @throws on
   * an error response.
   */
  async send<R>(method: string, params: Params): Promise<R> {
    const id = ++this.lastId
    const answer = await new Promise<Message>((resolve) => {
      this.pending.set(id, resolve)
      this.socket.send(JSON.stringify({ id, method, params }))
    })
    this.pending.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
    return answer.result as R
  }

  /** Ends the connection. Pending commands reject. */
  close(): void {
    this.socket.close()
  }
}
