import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { OperatorError } from '#server/db/failure.ts'
import { keepLaunched, launchChromium, PageLostError, temporaryFolder } from './chromium.ts'
import { isRunning } from './outputFolder.ts'

const LONG = `/tmp/${'long'.repeat(20)}`

it('temporaryFolder rejects a folder whose path is too long for a socket', () => {
  expect(temporaryFolder('linux', '/tmp/short')).toBe('/tmp/short')
  expect(temporaryFolder('linux', LONG)).toBe('/tmp')
  expect(temporaryFolder('win32', LONG)).toBe(LONG)
  expect(() => temporaryFolder('linux', LONG, '/nowhere')).toThrow(
    new OperatorError(`The path of TMPDIR is too long for Chromium, name a shorter folder: ${LONG}`),
  )
})

/** Writes a program that fails like a Chromium. Returns its path. */
function failingBrowser(script: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'browser-')), 'chromium')
  writeFileSync(path, `#!/bin/sh\n${script}\necho "a library is missing" >&2\nexit 3\n`)
  chmodSync(path, 0o755)
  return path
}

const launch = (path: string) =>
  launchChromium(path, '127.0.0.1:1', { isRoot: false, env: process.env, platform: 'linux' })

it('launchChromium rejects with an OperatorError that names the program and the reason', async () => {
  const path = failingBrowser('')
  await expect(launch(path)).rejects.toThrow(
    new OperatorError(`Chromium could not be started: ${path} (a library is missing)`),
  )
})

it('closing the browser stops its processes, because they would write to the removed profile', async () => {
  const path = failingBrowser('sleep 600 &\necho "$! $TMPDIR" > "$0.started"')
  await expect(launch(path)).rejects.toThrow(OperatorError)
  const [pid, profile] = readFileSync(`${path}.started`, 'utf8').trim().split(' ')
  await expect.poll(() => isRunning(Number(pid))).toBe(false)
  expect(readdirSync(tmpdir())).not.toContain(basename(profile ?? ''))
})

/** A browser whose tabs evaluate "crash", "exit" and "wait", which waits for a crash. */
const SCRIPT = `#!${process.execPath}
const { createReadStream, writeSync } = require('node:fs')
const send = (message) => writeSync(4, JSON.stringify(message) + '\\0')
let tabs = 0
let waiting = null
let rest = ''
createReadStream('', { fd: 3 }).on('data', (chunk) => {
  const messages = (rest + chunk).split('\\0')
  rest = messages.pop()
  for (const { id, method, params: { expression }, sessionId } of messages.map((text) => JSON.parse(text))) {
    if (expression === 'exit') process.exit()
    if (method === 'Target.attachToTarget') tabs += 1
    if (expression === 'wait') waiting = { id, sessionId }
    else if (expression === 'crash') {
      send({ method: 'Inspector.targetCrashed', params: {}, sessionId })
      send({ ...waiting, result: { result: { value: 'survived' } } })
    } else send({ id, sessionId, result: { sessionId: 'session' + tabs, result: { value: expression } } })
  }
})
`

function workingBrowser(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'browser-')), 'chromium')
  writeFileSync(path, SCRIPT)
  chmodSync(path, 0o755)
  return path
}

it('a crash of a tab rejects the calls of this tab only', async () => {
  const chromium = await launch(workingBrowser())
  const [first, second] = [await chromium.open('about:blank'), await chromium.open('about:blank')]
  const waiting = first.evaluate('wait')
  await expect(second.evaluate('crash')).rejects.toThrow(PageLostError)
  expect(await waiting).toBe('survived')
  // Chromium doesn't respond to calls to a crashed tab
  await expect(second.evaluate('1')).rejects.toThrow(new PageLostError('The tab has crashed.'))
  await chromium.close()
})

it('a tab that opens after the browser has exited gets a new browser', async () => {
  const path = workingBrowser()
  let launches = 0
  const browser = await keepLaunched(() => {
    launches += 1
    return launch(path)
  })
  const page = await browser.open('about:blank')
  await expect(page.evaluate('exit')).rejects.toThrow(new PageLostError('Chromium has ended.'))
  const pages = await Promise.all([browser.open('about:blank'), browser.open('about:blank')])
  expect([await pages[0].evaluate('1'), await pages[1].evaluate('2'), launches]).toEqual(['1', '2', 2])
  await browser.close()
  await expect(browser.open('about:blank')).rejects.toThrow(PageLostError)
})
