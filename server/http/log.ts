/** JSON lines on stdout. What lets somebody in, and who somebody is, is struck out wherever it stands. */
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
/** Lines are written together; at most this many bytes wait. */
const BUFFER_BYTES = 4096

/** Creates the logger: JSON lines, on stdout unless `destination` is given. Values of fields that hold secrets or addresses are replaced. */
export function createLog(level: string, destination: DestinationStream = toStdout()): Logger {
  return pino({ level, base: null, formatters: { log: strike }, serializers: { err: describeError } }, destination)
}

/** What cannot be written, to a file on a full disk say, is lost; it must not end the process. */
function toStdout(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: 500 })
  let isFailing = false
  stream.removeAllListeners('error') // pino's own one knows a closed pipe only and passes the rest on as uncaught
  stream.on('error', () => {
    isFailing = true
  })
  stream.on('write', () => {
    isFailing = false
  })
  // pino flushes at the exit, and tries for ever: with a reader that is gone the process would never end
  const flush = stream.flushSync.bind(stream)
  stream.flushSync = () => {
    if (!isFailing) flush()
  }
  return stream
}

/** A hand-made pass: pino's own redaction of nested paths costs more than the rest of a request. */
function strike(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (SECRET.has(name)) kept[name] = STRUCK
    else if (isPlain(value)) kept[name] = depth < MAX_DEPTH ? strike(value, depth + 1) : STRUCK
    else kept[name] = value
  }
  return kept
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Only these of an error's fields: libraries hang whole requests on theirs, and put addresses into their sentences. */
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
