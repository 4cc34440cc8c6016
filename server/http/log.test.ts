import { expect, it } from 'vitest'
import { createLog } from './log.ts'

function logged(fields: object): string {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  createLog('debug', destination).info(fields, 'said')
  return lines.join('')
}

it.each([
  ['a password', { password: 'hunter2hunter2' }],
  ['a nested token', { body: { token: 'hunter2hunter2' } }],
  ['a cookie among headers', { request: { headers: { cookie: 'sid=hunter2hunter2' } } }],
  ['a set-cookie', { headers: { 'set-cookie': ['sid=hunter2hunter2'] } }],
  ['an email address', { user: { email: 'hunter2hunter2@example.org' } }],
  ['the secret link of an email', { mail: { data: { link: 'https://a.example/#reset-password=hunter2hunter2' } } }],
  ['an email address in the message of an error', { err: new Error('550 no such user <hunter2hunter2@example.org>') }],
  [
    'properties that a library adds to its error',
    { err: Object.assign(new Error('x'), { raw: { headers: 'hunter2hunter2' } }) },
  ],
  ['an email address in a string logged as an error', { err: 'hunter2hunter2@example.org' }],
  ['deeply nested values', { a: { b: { c: { d: { e: { password: 'hunter2hunter2' } } } } } }],
])('the log never contains %s', (_what, fields) => {
  expect(logged(fields)).not.toContain('hunter2hunter2')
})

it("the log contains the error and all fields that aren't secret", () => {
  const line = JSON.parse(
    logged({ userId: 'u1', status: 500, err: Object.assign(new TypeError('broke'), { code: 'E1' }) }),
  )
  expect(line).toMatchObject({
    userId: 'u1',
    status: 500,
    msg: 'said',
    err: { type: 'TypeError', message: 'broke', code: 'E1' },
  })
  expect(line.err.stack).toContain('log.test.ts')
})
