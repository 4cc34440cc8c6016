import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createErrorHook, type ErrorReport } from './error-hook.ts'
import { createLog } from './log.ts'

const clock = { ms: 1_000_000 }
const reports: ErrorReport[] = []
let status = 200
const hook = createServer(async (request, response) => {
  reports.push(JSON.parse(await text(request)))
  response.writeHead(status).end()
  hook.emit('report')
})
let url: URL
beforeAll(async () => {
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  url = new URL(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/room?key=secret`)
})
afterAll(() => void hook.close())
beforeEach(() => {
  reports.length = 0
  status = 200
})

function open(failures: string[] = []) {
  const onError = createErrorHook({
    url,
    brandName: 'Midground',
    origin: 'https://photos.example.org',
    now: () => clock.ms,
    onFailure: (why) => void failures.push(why),
  })
  return createLog('info', { destination: { write: () => undefined }, onError })
}

class FullError extends Error {
  override readonly name = 'FullError'
  readonly code = 'SQLITE_FULL'
}

it('is told what failed and where in the code', async () => {
  const arrived = once(hook, 'report')
  open()
    .child({ requestId: 'abc-1' })
    .error({ err: new FullError('disk full'), job: 'backup' }, 'job failed')
  await arrived
  expect(reports).toEqual([
    {
      text: expect.stringContaining('Midground: job failed · backup · FullError · SQLITE_FULL · '),
      origin: 'https://photos.example.org',
      at: new Date(clock.ms).toISOString(),
      what: 'job failed',
      error: 'FullError',
      code: 'SQLITE_FULL',
      stack: expect.arrayContaining([expect.stringMatching(/^(.* \()?server\/http\/error-hook\.test\.ts:\d+\)?$/)]),
      job: 'backup',
      requestId: 'abc-1',
      more: 0,
    },
  ])
})

it.each([
  ['in its message', new Error('no mailbox anna@example.org for user zz11 (Müller.jpg)')],
  ['in a message of several lines', new Error('failed:\n    at anna@example.org (zz11:1:1)\nMüller.jpg')],
  ['in its code', Object.assign(new Error('x'), { code: 'anna@example.org zz11 Müller.jpg' })],
  ['in its fields', Object.assign(new Error('x'), { params: ['anna@example.org', 'zz11', 'Müller.jpg'] })],
  ['as no error at all', 'anna@example.org zz11 Müller.jpg'],
])('is told nothing about a person that an error has %s', async (_where, err) => {
  const arrived = once(hook, 'report')
  open().error({ err, userId: 'zz11', email: 'anna@example.org', imageName: 'Müller.jpg' }, 'unexpected error')
  await arrived
  const said = JSON.stringify(reports)
  for (const word of ['anna', 'zz11', 'Müller']) expect(said).not.toContain(word)
})

it('is told of each kind once a minute, with how many there were', async () => {
  const log = open()
  const fail = (code: string) => log.error({ err: Object.assign(new Error('x'), { code }) }, 'job failed')
  const firsts = once(hook, 'report').then(() => once(hook, 'report'))
  for (let i = 0; i < 5; i++) fail('A')
  fail('B')
  await firsts
  expect(reports.map(({ code, more }) => [code, more]).sort()).toEqual([
    ['A', 0],
    ['B', 0],
  ])
  clock.ms += 61_000
  const again = once(hook, 'report')
  fail('A')
  await again
  expect(reports.at(-1)).toMatchObject({ code: 'A', more: 4 })
})

it('is left alone by what is no error', async () => {
  const log = open()
  log.warn({ err: new Error('x') }, 'mail not sent')
  log.info('stopping')
  const arrived = once(hook, 'report')
  log.error('the end')
  await arrived
  expect(reports.map(({ what }) => what)).toEqual(['the end'])
})

it('is no reason to fail when it does not answer well', async () => {
  status = 500
  const failures: string[] = []
  const log = open(failures)
  log.error('one')
  await expect.poll(() => failures).toEqual(['the error hook answered 500'])
})
