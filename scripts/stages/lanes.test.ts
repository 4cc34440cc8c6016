import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runLanes } from './lanes.mjs'
import { failuresOf, flakyOf, formatCounts, readReport, sumCounts } from './report.mjs'

const folder = mkdtempSync(join(tmpdir(), 'midground-stages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = (name: string, code: string) => ({ name, command: process.execPath, args: ['-e', code] })

/** Returns a program that prints a line, waits for the other program's first line, and prints a second line. */
const talking = (name: string, other: string) =>
  program(
    name,
    `console.error('${name} begins')
    const { existsSync, readFileSync } = require('node:fs')
    const said = () => existsSync('${join(folder, other)}.log') && readFileSync('${join(folder, other)}.log', 'utf8')
    while (!said());
    console.log('${name} ends')`,
  )

it("runLanes doesn't mix the output of stages that run in parallel", async () => {
  const said: string[] = []
  const lanes = [[talking('a', 'b'), program('c', 'process.exit(3)')], [talking('b', 'a')]]
  const results = await runLanes(lanes, { folder, log: (text: string) => said.push(text) })
  expect(results.map(({ name, failed }) => [name, failed])).toEqual([
    ['a', 0],
    ['c', 1],
    ['b', 0],
  ])
  for (const name of ['a', 'b'])
    expect(said.find((text) => text.startsWith(`\n── ${name}\n`))).toContain(
      `${name} begins\n${name} ends\n── ${name}: 1`,
    )
  expect(formatCounts(sumCounts(results))).toBe('2 passed, 1 failed')
})

it('runLanes runs a stage with its nice value as priority', async () => {
  const said: string[] = []
  // setPriority runs after the start, so the program waits for its priority
  const code = `const { getPriority } = require('node:os')
    const timer = setInterval(() => getPriority() === 10 && (console.log('priority 10'), clearInterval(timer)), 10)`
  await runLanes([[{ ...program('calm', code), nice: 10 }]], { folder, log: (text: string) => said.push(text) })
  expect(said.join()).toContain('priority 10')
})

it('a stage whose program cannot start or does not write a report is reported as failed', async () => {
  const missing = { name: 'missing', command: join(folder, 'nothing'), args: [] }
  const [result] = await runLanes([[missing]], { folder, log: () => {} })
  expect(result).toMatchObject({ passed: 0, failed: 1 })
  expect(readReport(join(folder, 'nothing.json'), 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 })
})

const resultOf = (report: unknown, code: number) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return readReport(file, code)
}

it('the report names the failed tests with their errors', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'holds', failureMessages: [] },
    { status: 'failed', fullName: 'adds', failureMessages: ['expected 2 to be 3\n at a.ts:1'] },
  ]
  const testResults = [
    { name: 'a.test.ts', message: '', assertionResults },
    { name: 'b.test.ts', message: 'no such module', assertionResults: [] },
  ]
  const vitest = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, testResults }
  const failures = ['a.test.ts adds\n    expected 2 to be 3\n     at a.ts:1', 'b.test.ts\n    no such module']
  expect(resultOf(vitest, 1)).toEqual({ passed: 1, failed: 1, skipped: 0, failures, flaky: [] })

  const spec = (ok: boolean) => ({
    ...{ ok, file: 'c.spec.ts', line: 7, title: 'opens' },
    tests: [{ status: ok ? 'expected' : 'unexpected', results: [{}, { error: { message: 'too late' } }] }],
  })
  const stats = { expected: 4, flaky: 0, unexpected: 1, skipped: 2 }
  const playwright = { stats, suites: [{ specs: [spec(true)], suites: [{ specs: [spec(false)] }] }] }
  const story = 'c.spec.ts:7 opens\n    too late'
  expect(resultOf(playwright, 1)).toEqual({ passed: 4, failed: 1, skipped: 2, failures: [story], flaky: [] })

  const all = { passed: 2, failed: 1, skipped: 0, failures: ['d'], flaky: [] }
  expect(failuresOf([{ name: 'Firefox', ...resultOf(all, 1) }])).toEqual(['Firefox: d'])
})

it('the report names tests that passed only on retry', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'holds', failureMessages: [] },
    { status: 'passed', fullName: 'opens', failureMessages: ['expected 2 to be 3'] },
  ]
  const vitest = {
    ...{ numPassedTests: 2, numFailedTests: 0, numPendingTests: 0 },
    testResults: [{ name: 'a.test.ts', message: '', assertionResults }],
  }
  const test = 'a.test.ts opens\n    expected 2 to be 3'
  expect(resultOf(vitest, 0)).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [], flaky: [test] })

  const results = [{ error: { message: 'too late' } }, {}]
  const spec = { ok: true, file: 'c.spec.ts', line: 7, title: 'opens', tests: [{ status: 'flaky', results }] }
  const playwright = {
    stats: { expected: 4, flaky: 1, unexpected: 0, skipped: 0 },
    suites: [{ suites: [{ specs: [spec] }] }],
  }
  const story = 'c.spec.ts:7 opens\n    too late'
  const result = resultOf(playwright, 0)
  expect(result).toEqual({ passed: 5, failed: 0, skipped: 0, failures: [], flaky: [story] })
  expect(flakyOf([{ name: 'End to end', ...result }])).toEqual([`End to end: ${story}`])
})

it('the report counts a stage that failed outside its tests as a failure', () => {
  const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, testResults: [] }
  expect(resultOf(report, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['an error outside the tests'],
    flaky: [],
  })
})
