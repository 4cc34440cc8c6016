/** Controls Firefox through its built-in WebDriver BiDi: https://w3c.github.io/webdriver-bidi/ */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EnginePage, serialized } from './page.ts'
import { requireProgram, startOnDisplay } from './programs.ts'

const PREFERENCES = {
  'webgl.force-enabled': true, // Firefox blocks WebGL in software otherwise
  'browser.shell.checkDefaultBrowser': false,
  'ui.prefersReducedMotion': 1,
  'datareporting.policy.dataSubmissionEnabled': false,
}

type Answer = { type: 'success'; result: { value: string } } | { type: 'exception'; exceptionDetails: { text: string } }

/** Path of Firefox in Debian, as a glob pattern. */
export const FIREFOX = '/usr/bin/firefox{-esr,}'

/**
 * Starts Firefox with a new profile and an empty page. `preferences` are added to the default ones. @throws if Firefox
 * is missing, or doesn't open a window
 */
export async function openFirefox(preferences: Readonly<Record<string, boolean>> = {}): Promise<EnginePage> {
  const profile = mkdtempSync(join(tmpdir(), 'midground-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref("${name}", ${value});`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join('\n'))
  const args = ['--remote-debugging-port=0', '--profile', profile, '--no-remote', '--width=1280', '--height=900']
  const firefox = await startOnDisplay(requireProgram(FIREFOX), args)
  const messages: string[] = []
  const url = await firefox.waitForLine(/BiDi listening on (ws:\S+)/)
  const bidi = await connect(`${url}/session`, ({ method, params }) => {
    // `log.entryAdded` is the only subscribed event
    const { level, text } = params as { level: string; text: string | null }
    if (method === 'log.entryAdded' && (level === 'error' || level === 'warn')) messages.push(`${level}: ${text}`)
  })
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
        functionDeclaration: serialized(run),
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
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface Message {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  method?: string
  params?: unknown
  error?: string
  message?: string
}

/** Opens a WebDriver BiDi connection. `onEvent` receives the subscribed events. Rejects if Firefox doesn't respond. */
async function connect(url: string, onEvent: (event: Message) => void) {
  const socket = new WebSocket(url)
  const pending = new Map<number, (message: Message) => void>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.type === 'event') onEvent(message)
    else pending.get(message.id ?? -1)?.(message)
  })
  socket.addEventListener('close', () => {
    for (const answer of pending.values()) answer({ type: 'error', error: 'closed', message: 'the browser ended' })
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no answer from ${url}`)))
  })
  return {
    /** Sends a command. `R` is the type of its result. @throws if Firefox returns an error */
    async send<R>(method: string, params: Readonly<Record<string, unknown>>): Promise<R> {
      const id = ++lastId
      const answer = await new Promise<Message>((resolve) => {
        pending.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      pending.delete(id)
      if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
      return answer.result as R
    },
    /** Closes the connection. Pending commands reject. */
    close: () => socket.close(),
  }
}
