/** Logs JSON lines to stdout. Masks the values of fields that contain secrets or personal data. */
import { type DestinationStream, type Logger, pino } from 'pino'

/** Names of fields whose values are never logged. */
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
/** Number of buffered bytes that causes a write of the log. */
const BUFFER_BYTES = 4096

/** Creates a logger that writes to `destination`, by default stdout. */
export function createLog(level: string, destination: DestinationStream = toStdout()): Logger {
  return pino({ level, base: null, formatters: { log: redact }, serializers: { err: describeError } }, destination)
}

/** Returns stdout. It drops lines that can't be written, for example to a full disk, and the process continues. */
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
  // at exit, pino would retry forever on a closed pipe
  const flush = stream.flushSync.bind(stream)
  stream.flushSync = () => {
    if (!isFailing) flush()
  }
  return stream
}

/** Replaces secret values. pino's own redaction of nested fields takes longer than the rest of a request. */
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

/** Returns an error's fields for the log, without email addresses and the requests that errors of libraries contain. */
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
