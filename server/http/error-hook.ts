/**
 * Tells a chat or an alarm that something failed. What leaves the machine: our own sentence, the error's kind and code, the
 * places in the code, the request's id, by which the log has the rest. Never an error's message: it may quote a person.
 */
import type { ErrorLine } from './log.ts'

/** Where errors are posted. */
export interface ErrorHookOptions {
  readonly url: URL
  readonly brandName: string
  /** Tells one server from another. */
  readonly origin: string
  readonly now: () => number
  /** Called when the hook does not accept a report. */
  readonly onFailure: (why: string) => void
  readonly fetch?: typeof fetch
}

/** The report of an error, which is posted as JSON. `text` is for chats, which show it; the rest is for machines. */
export interface ErrorReport {
  readonly text: string
  readonly origin: string
  readonly at: string
  /** Our sentence in the log. */
  readonly what: string
  readonly error: string | null
  readonly code: string | null
  /** Innermost first. */
  readonly stack: readonly string[]
  readonly job: string | null
  readonly requestId: string | null
  /** Number of errors of the same kind that were not reported since the last report. */
  readonly more: number
}

/** One report of a kind in this time. */
const QUIET_MS = 60_000
const ANSWER_MS = 5000
/** Kinds remembered; a program has few. */
const MAX_KINDS = 200
const MAX_FRAMES = 12

/**
 * Returns a function that posts an error line as JSON (`text` for chats). It returns at once. An error of the same kind
 * is posted again only after a pause, with the number of those that were left out. It never throws; failures go to
 * `onFailure`.
 */
export function createErrorHook(options: ErrorHookOptions): (line: ErrorLine) => void {
  const { url, brandName, origin, now, onFailure, fetch: post = fetch } = options
  const told = new Map<string, { at: number; more: number }>()

  async function send(report: ErrorReport): Promise<void> {
    try {
      const answer = await post(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(report),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      await answer.body?.cancel()
      if (!answer.ok) onFailure(`the error hook answered ${answer.status}`)
    } catch (error) {
      onFailure(`the error hook cannot be reached: ${error instanceof Error ? error.name : 'unknown'}`)
    }
  }

  return ({ what, error, job, requestId }) => {
    const kind = { what, error: error?.name ?? null, code: codeOf(error), job, stack: framesOf(error) }
    const key = [kind.what, kind.error, kind.code, kind.job, kind.stack[0]].join('\n')
    const last = told.get(key)
    if (last && Math.abs(now() - last.at) < QUIET_MS) {
      last.more += 1
      return
    }
    if (told.size >= MAX_KINDS) told.clear()
    told.set(key, { at: now(), more: 0 })
    const more = last?.more ?? 0
    const words = [`${brandName}: ${what}`, job, kind.error, kind.code, kind.stack[0], more > 0 ? `${more} more` : null]
    const text = words.filter((word) => word !== null && word !== undefined).join(' · ')
    // nobody waits for it
    void send({ text, origin, at: new Date(now()).toISOString(), ...kind, requestId, more })
  }
}

/** 'SQLITE_FULL', 'ECONNREFUSED': words of programs. Anything else might be a person's. */
function codeOf(error: Error | null): string | null {
  const code = error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(code) ? code : null
}

/** The lines below the message, without the folder that the program lies in, which may be somebody's home. */
function framesOf(error: Error | null): string[] {
  const lines = (error?.stack ?? '').slice(error ? `${error.name}: ${error.message}`.length : 0).split('\n')
  return lines
    .map((line) => /^\s+at ([\w.<>[\] ]*?)\s*\(?(?:file:\/\/)?([^()\s]+):(\d+):\d+\)?$/.exec(line))
    .filter((match) => match !== null)
    .slice(0, MAX_FRAMES)
    .map(([, name = '', file = '', line = '']) => {
      const place = `${file.split(/[\\/]/).slice(-3).join('/')}:${line}`
      return name === '' ? place : `${name} (${place})`
    })
}
