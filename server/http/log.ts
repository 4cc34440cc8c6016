/** JSON lines on stdout. Secrets and addresses are struck out wherever an object carries them. */
import { type DestinationStream, type Logger, pino } from 'pino'

const SECRET = [
  'password',
  'current',
  'next',
  'token',
  'cookie',
  'authorization',
  'email',
  'to',
  'link',
  'sessionId',
  'set-cookie',
]
const struck = SECRET.map((name) => (name.includes('-') ? `["${name}"]` : name))

export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: struck.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`, `*.*.${name}`])),
      censor: '[struck out]',
    },
  }
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 1, sync: false }))
}
