/** Tests the memory of a server after many sign-ins. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeFolder } from '../helpers/folders.ts'
import { shortOrLong } from '../helpers/longRun.ts'
import { Browser, PASSWORD } from './helpers/browser.ts'
import { residentMb, startProgram } from './helpers/process.ts'

const SIGN_INS = shortOrLong(96, 1000)
const AT_ONCE = 16
/** Limit in MB. Without a limit on hashing, each thread of libuv's pool would occupy about 20 MB. */
const MAX_MB = 200

it(`the server's memory stays below ${MAX_MB} MB over ${SIGN_INS} sign-ins`, async () => {
  // A built client would add about 90 MB: its files, and the buffers that the server uses to publish them.
  const client = makeFolder()
  writeFileSync(join(client, 'index.html'), '<!doctype html>')
  const server = await startProgram({
    DATA_DIR: makeFolder(),
    CLIENT_DIR: client,
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
  })
  onTestFinished(() => void server.stop('SIGKILL'))
  const anna = await new Browser(server.url).signUp()
  let left = SIGN_INS
  const lane = async () => {
    while (left-- > 0) await anna.ask('/api/auth/login', { email: 'anna@example.org', password: PASSWORD })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const mb = residentMb(server.child.pid ?? 0, 'now')
  console.info(`after ${SIGN_INS} sign-ins: ${Math.round(mb)} MB`)
  expect(mb).toBeLessThan(MAX_MB)
})
