import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { watchCpu } from './cpu.mjs'

/** A program whose grandchild uses 0.4 s of processor time. It prints `done` and waits for the end of stdin. */
const BUSY = `
  while (process.cpuUsage().user < 4e5);
  process.stdout.write('done')
  process.stdin.resume()
`
const PARENT = `
  const { spawn } = require('node:child_process')
  spawn(process.execPath, ['-e', ${JSON.stringify(BUSY)}], { stdio: 'inherit' })
`

const start = async () => {
  const child = spawn(process.execPath, ['-e', PARENT], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

it.runIf(existsSync('/proc/self/stat'))('watchCpu counts the processor time of grandchildren', async () => {
  const earlier = await start()
  expect(watchCpu().stop()).toBeLessThan(0.4)
  const cpu = watchCpu()
  const child = await start()
  expect(cpu.stop()).toBeGreaterThanOrEqual(0.4)
  for (const { stdin } of [earlier, child]) stdin.end()
})
