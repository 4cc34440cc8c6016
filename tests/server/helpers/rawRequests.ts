/** Generates invalid raw requests from a seed and sends them. */
import { connect } from 'node:net'

const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'CONNECT', 'PUT', 'TRACE', 'get', 'G\0T', 'PRI', 'M-SEARCH']
const PARTS = '/ // [ ] http:// http://[ : @ % %00 %zz ? # \\ .. * é \x7f'.split(' ')
const PATHS = '/ /metrics /healthz /api/profile /api/stripe/webhook /v1/customers /checkout/x /share'.split(' ')
const VERSIONS = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', '']
const HEADERS = [
  'Host: 127.0.0.1',
  'Host: [',
  'Host: a/b?c',
  'Host:',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=',
  'Authorization: Bearer',
  'Cookie: sid=%',
  'Expect: 100-continue',
  'Upgrade: h2c',
  'Connection: Upgrade',
  'Range: bytes=-1,--',
  'X-Forwarded-For: ,,,[',
  'Stripe-Signature: t=1,v1=',
]

/** Returns a random request. About one in eight isn't HTTP. */
export function rawRequest(random: () => number): Buffer {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const times = <T>(max: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * (max + 1)) }, make)
  if (random() < 0.125) return Buffer.from(times(64, () => Math.floor(random() * 256)))
  const target =
    random() < 0.4 ? pick(PATHS) + times(2, () => pick(PARTS)).join('') : times(5, () => pick(PARTS)).join('')
  const lines = [`${pick(METHODS)} ${target} ${pick(VERSIONS)}`, ...times(5, () => pick(HEADERS))]
  const body = times(3, () => pick(['0\r\n\r\n', '5\r\nhello\r\n', '{}', '--\r\n', '\xff\xfe', 'ffffffff\r\n'])).join(
    '',
  )
  return Buffer.from(`${lines.join(random() < 0.9 ? '\r\n' : '\n')}\r\n\r\n${body}`, 'latin1')
}

/** Sends the bytes. Waits for a response, at most `patienceMs`. Returns false if nothing listens on the port. */
export function sendRaw(port: number, bytes: Buffer, patienceMs = 40): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let isRefused = false
    const end = () => {
      socket.destroy()
      resolve(!isRefused)
    }
    socket.once('connect', () => {
      socket.write(bytes)
      setTimeout(end, patienceMs)
    })
    socket.once('data', end)
    socket.once('close', end)
    socket.once('error', (error) => {
      isRefused = 'code' in error && error.code === 'ECONNREFUSED'
      end()
    })
  })
}
