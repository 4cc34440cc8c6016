/**
 * Controls a Chromium over the DevTools pipe: JSON messages that end with a zero byte, on descriptors 3 and 4. Chromium
 * exits when the pipe closes, so Chromium never outlives this process.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { OperatorError } from '#server/db/failure.ts'
import { LONGEST_PROFILE_NAME, makeProfile } from './profiles.ts'

const FLAGS = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-dev-shm-usage', // /dev/shm is small in containers
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--enable-unsafe-swiftshader', // renders WebGL in software if there is no GPU
  '--hide-scrollbars',
  '--mute-audio',
  '--no-proxy-server',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp', // without a proxy, WebRTC can't use UDP
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp', // older versions of Chromium have this flag instead
]

/** The tab crashed or was closed. */
export class PageLostError extends Error {}

export type Page = Awaited<ReturnType<typeof openPage>>
export type Chromium = Awaited<ReturnType<typeof launchChromium>>

interface Reply {
  id?: number
  method?: string
  sessionId?: string
  params?: Record<string, unknown>
  result?: Record<string, unknown>
  error?: { message: string }
}

interface Call {
  sessionId: string | null
  resolve(result: Record<string, unknown>): void
  reject(error: Error): void
}

/** The parts of this process that the start of a browser depends on. */
export interface BrowserEnvironment {
  env: Readonly<Record<string, string | undefined>>
  platform: string
  /** true: starts the browser without its sandbox, which doesn't run as root */
  isRoot: boolean
}

/**
 * Launches the browser. Launches it again when a tab is opened after the browser has exited, until `close` is called.
 * @throws the error of the first `launch`
 */
export async function keepLaunched(launch: () => Promise<Chromium>): Promise<Pick<Chromium, 'open' | 'close'>> {
  let isClosed = false
  let launched = launch()
  await launched
  const relaunch = async (old: Chromium | null) => {
    await old?.close() // stops the browser's other processes and removes its profile
    return launch()
  }
  return {
    async open(url) {
      const seen = launched
      const chromium = await seen.catch(() => null)
      // tabs that open at the same time share the launch
      if (!isClosed && launched === seen && (chromium?.hasEnded() ?? true)) launched = relaunch(chromium)
      return (await launched).open(url)
    },
    async close() {
      isClosed = true
      await (await launched.catch(() => null))?.close()
    },
  }
}

/** Starts the browser at `path`. It can connect only to `host`. @throws {OperatorError} if it can't be started */
export async function launchChromium(path: string, host: string, { isRoot, env, platform }: BrowserEnvironment) {
  const profile = makeProfile(temporaryFolder(platform))
  const rules = `--host-resolver-rules=MAP ${host} ${host},MAP * ~NOTFOUND`
  const flags = [...FLAGS, rules, ...(isRoot ? ['--no-sandbox'] : []), `--user-data-dir=${profile}`, 'about:blank']
  const child = spawn(path, flags, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...env, TMPDIR: profile }, // a killed browser leaves its socket in this folder
    detached: platform !== 'win32', // a process group, which also contains the browser's storage and network processes
  })
  const lastWords = keepEnd(child.stderr as Readable)
  // stderr closes after the last process of the browser, which can still create files in the profile
  const ended = once(child, 'close').catch(() => undefined)
  const { send, hasEnded } = connect(child)
  const close = async () => {
    killAll(child, platform)
    await ended
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await send('Target.setDiscoverTargets', { discover: true })
    await send('Browser.setDownloadBehavior', { behavior: 'deny' })
  } catch {
    await close()
    const reason = lastWords()
    throw new OperatorError(`Chromium could not be started: ${path}${reason && ` (${reason})`}`)
  }
  return {
    /** Opens a tab. @throws {Error} if the address can't be loaded, {PageLostError} if the browser has exited */
    open: (url: string) => openPage(send, url),
    hasEnded,
    /** Closes the browser and removes its profile. A second call does nothing. */
    close,
  }
}

function killAll(child: ChildProcess, platform: string): void {
  if (platform === 'win32' || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // the browser has exited
  }
}

/** Maximum length of a Unix socket's address, bytes (sun_path without its closing zero). */
const SOCKET_ADDRESS = 103
/** Longest path of Chromium's socket, relative to the temporary folder. */
const SOCKET_NAME = `/${LONGEST_PROFILE_NAME}/org.chromium.Chromium.XXXXXX/SingletonSocket`

/**
 * Returns `wanted`, or `short` if the path of Chromium's socket would be too long. Chromium would then exit
 * immediately.
 * @throws {OperatorError} if `short` isn't writable
 */
export function temporaryFolder(platform: string, wanted = tmpdir(), short = '/tmp'): string {
  if (platform === 'win32' || Buffer.byteLength(wanted + SOCKET_NAME) <= SOCKET_ADDRESS) return wanted
  try {
    accessSync(short, constants.W_OK | constants.X_OK)
    return short
  } catch {
    throw new OperatorError(`The path of TMPDIR is too long for Chromium, name a shorter folder: ${wanted}`)
  }
}

/** Reads a stream to its end. The returned function returns the last line so far. */
function keepEnd(stream: Readable): () => string {
  let end = ''
  stream.setEncoding('utf8').on('data', (text: string) => {
    end = (end + text).slice(-2000)
  })
  return () => end.trim().split('\n').at(-1) ?? ''
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>

function connect(child: ChildProcess): { readonly send: Send; readonly hasEnded: () => boolean } {
  const input = child.stdio[3] as Writable
  const output = child.stdio[4] as Readable
  const calls = new Map<number, Call>()
  /** The reasons by session. Chromium doesn't respond to calls to a crashed tab. */
  const lostSessions = new Map<string, string>()
  let last = 0
  let isLost = false
  const lose = (of: (call: Call) => boolean, reason: string) => {
    for (const [id, call] of calls)
      if (of(call)) {
        calls.delete(id)
        call.reject(new PageLostError(reason))
      }
  }
  const loseSession = (lost: unknown, reason: string) => {
    lostSessions.set(String(lost), reason)
    lose(({ sessionId }) => sessionId === lost, reason)
  }
  const end = () => {
    isLost = true
    lose(() => true, 'Chromium has ended.')
  }
  child.once('exit', end)
  child.once('error', end)
  input.on('error', end)
  onMessages(output, (message) => {
    const { id, result, error, method, sessionId, params } = JSON.parse(message) as Reply
    if (method === 'Target.detachedFromTarget') loseSession(params?.sessionId, 'The tab was closed.')
    if (method === 'Inspector.targetCrashed') loseSession(sessionId, 'The tab has crashed.')
    const call = id === undefined ? undefined : calls.get(id)
    if (id === undefined || !call) return
    calls.delete(id)
    if (error) call.reject(new Error(error.message))
    else call.resolve(result ?? {})
  })
  const send: Send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const reason = isLost ? 'Chromium has ended.' : lostSessions.get(sessionId ?? '')
      if (reason) return reject(new PageLostError(reason))
      const id = ++last
      calls.set(id, { sessionId: sessionId ?? null, resolve, reject })
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
    })
  return { send, hasEnded: () => isLost }
}

function onMessages(output: Readable, handle: (message: string) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      handle(Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8'))
      parts = []
      from = end + 1
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
}

async function openPage(send: Send, url: string) {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const session = String(sessionId)
  await send('Inspector.enable', {}, session)
  const { errorText } = await send('Page.navigate', { url }, session)
  if (errorText) throw new Error(`${url}: ${String(errorText)}`)
  return {
    /**
     * Returns the value of an expression in the page. @throws {PageLostError} if the tab closes or crashes, or the
     * page's error
     */
    async evaluate(expression: string): Promise<unknown> {
      const options = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', options, session)
      if (exceptionDetails) throw new Error(messageOf(exceptionDetails))
      return (result as { value?: unknown }).value
    },
    /** Closes the tab. Does nothing if the tab is already closed. */
    async close() {
      await send('Target.closeTarget', { targetId }).catch(() => undefined) // the tab is already closed
    },
  }
}

const messageOf = (details: unknown): string => {
  const { text, exception } = details as { text?: string; exception?: { description?: string } }
  return exception?.description?.split('\n')[0] ?? text ?? 'unknown error'
}
