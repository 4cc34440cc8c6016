/** Logs JSON lines to stdout. Replaces the values of fields that hold secrets or personal data. */
import { type DestinationStream, type Logger, pino } from 'pino'

/** Names of fields whose values never reach the log. */
const SECRET = new Set([
  'password',
  'current',
  'next',
  'token',
  'cookie',
  'set-cookie',
  'authorization',
  'email',
  'to',
  'link',
  'sessionId',
])
const STRUCK = '[redacted]'
const MAX_DEPTH = 3
/** Number of buffered bytes that triggers a write. */
const BUFFER_BYTES = 4096

/** Creates the logger. It writes to stdout unless `destination` is given. */
export function createLog(level: string, destination: DestinationStream = toStdout()): Logger {
  return pino({ level, base: null, formatters: { log: redact }, serializers: { err: describeError } }, destination)
}

/** Returns stdout. Lines that can't be written, for example to a full disk, are dropped; the process continues. */
function toStdout(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: 500 })
  let isFailing = false
  stream.removeAllListeners('error') // pino's own handler rethrows every error except EPIPE
  stream.on('error', () => {
    isFailing = true
  })
  stream.on('write', () => {
    isFailing = false
  })
  // pino flushes at exit and retries forever, so a closed pipe would keep the process running
  const flush = stream.flushSync.bind(stream)
  stream.flushSync = () => {
    if (!isFailing) flush()
  }
  return stream
}

/** Replaces secret values. pino's own redaction of nested paths costs more than the rest of a request. */
function redact(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET.has(name)) kept[name] = STRUCK
    else if (isPlain(value)) kept[name] = depth < MAX_DEPTH ? redact(value, depth + 1) : STRUCK
    else kept[name] = value
  }
  return kept
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Returns the logged fields of an error. Errors of libraries may hold whole requests and email addresses. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) }
  const code = 'code' in error ? { code: error.code } : {}
  return {
    type: error.name,
    message: withoutAddresses(error.message),
    stack: withoutAddresses(error.stack ?? ''),
    ...code,
  }
}

const withoutAddresses = (text: string): string => text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, STRUCK)
