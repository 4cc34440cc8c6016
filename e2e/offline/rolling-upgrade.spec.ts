/** Tests two servers with different versions behind a load balancer that alternates: no request of a page fails. */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { HAS_LIBSQL, startLibsql } from '../../tests/conformance/engines.ts'
import { freePort } from '../../tests/helpers/freePort.ts'
import { shortOrLong } from '../../tests/helpers/longRun.ts'
import { writeText } from '../support/gestures.ts'
import { nextBuild } from '../support/nextBuild.ts'
import { startServer } from '../support/server.ts'
import { expect, introduce, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'

/**
 * Number of visits of each page. Few visits are enough, because the alternation reaches both servers in both orders.
 */
const ROUNDS = shortOrLong(2, 10)

/** Starts a load balancer that sends successive requests to the servers in turn. */
async function startBalancer(machines: readonly string[]) {
  const answered: { path: string; status: number; machine: number }[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const machine = turn++ % machines.length
    const { method, url = '/', headers } = incoming
    const { hostname, port } = new URL(machines[machine]!)
    const passed = request({ hostname, port, method, path: url, headers }, (answer) => {
      answered.push({ path: url, status: answer.statusCode ?? 0, machine })
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered,
    setMachines: (next: readonly string[]) => {
      machines = next
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** From now on, collects failed requests, error responses except 401, and uncaught errors of the page. */
function failuresOf(page: Page): string[] {
  const failures: string[] = []
  page.on('response', (answer) => {
    const isExpected = answer.status() === 401 // public pages request the signed-in user, and the server returns 401
    if (answer.status() >= 400 && !isExpected) failures.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfailed', (failed) => {
    const why = failed.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') failures.push(`${why} ${failed.url()}`) // a navigation aborts requests
  })
  page.on('pageerror', (error) => failures.push(`uncaught: ${error.message}`))
  return failures
}

test('a user can load the editor and edit a photo during a rolling upgrade', async ({
  browser,
  contextOptions,
}, info) => {
  test.slow() // the test starts three processes and copies the client
  test.skip(!HAS_LIBSQL, 'the libSQL server has no binary for this machine')
  const engine = await startLibsql()
  const balancer = await startBalancer([])
  const env = { BILLING: 'off', DATABASE_URL: engine.url, PUBLIC_ORIGIN: balancer.origin }
  const ports = [await freePort(), await freePort()] as const
  const old = await startServer({ ...env, PORT: String(ports[0]) })
  const next = info.outputPath('next')
  nextBuild(next)
  const fresh = await startServer({ ...env, PORT: String(ports[1]), CLIENT_DIR: next })
  balancer.setMachines(ports.map((port) => `http://127.0.0.1:${port}`)) // set only now, because the servers need the balancer's address at their start

  const visit = { baseURL: balancer.origin, serviceWorkers: 'allow' } as const
  const context = await browser.newContext({ ...contextOptions, ...visit })
  await introduce(context)
  const page = await context.newPage()
  const failures = failuresOf(page)
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await writeText(page)
  for (let round = 0; round < ROUNDS; round++)
    for (const path of ['/', '/pricing']) {
      // a new context, because each visit needs an empty cache
      const visitor = await browser.newContext({ ...contextOptions, ...visit })
      const visited = await visitor.newPage()
      const missed = failuresOf(visited)
      await visited.goto(path, { waitUntil: 'networkidle' })
      await expect(visited.getByRole('heading', { level: 1 })).toBeVisible()
      failures.push(...missed)
      await visitor.close()
    }
  expect(failures).toEqual([])
  expect(balancer.answered.filter(({ status }) => status >= 400 && status !== 401)).toEqual([])

  // Pages requested files of both versions, and each server sent files of the other version.
  const scripts = balancer.answered.filter(({ path, status }) => path.startsWith('/assets/') && status === 200)
  const isNext = ({ path }: { path: string }) => path.includes('-next-')
  for (const [machine, foreign] of [
    [0, scripts.filter(isNext)],
    [1, scripts.filter((script) => !isNext(script))],
  ] as const)
    expect(foreign.filter((script) => script.machine === machine).length).toBeGreaterThan(0)

  await context.close()
  balancer.close()
  await old.stop()
  await fresh.stop()
  await engine.stop()
})
