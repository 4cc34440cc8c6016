import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { counted, counts, summed } from './counts.mjs'
import { sideBySide } from './stage.mjs'

const folder = mkdtempSync(join(tmpdir(), 'midground-stages-'))
afterAll(() => rmSync(folder, { recursive: true }))

const program = (name: string, code: string) => ({ name, command: process.execPath, args: ['-e', code] })

/** Says one word, waits for the other's file to hold its word, says another. */
const talking = (name: string, other: string) =>
  program(
    name,
    `console.error('${name} begins')
    const { existsSync, readFileSync } = require('node:fs')
    const said = () => existsSync('${join(folder, other)}.log') && readFileSync('${join(folder, other)}.log', 'utf8')
    while (!said());
    console.log('${name} ends')`,
  )

it('runs stages side by side, and tells of each in one piece', async () => {
  const said: string[] = []
  const lanes = [[talking('a', 'b'), program('c', 'process.exit(3)')], [talking('b', 'a')]]
  const results = await sideBySide(lanes, { folder, say: (text: string) => said.push(text) })
  expect(results.map(({ name, failed }) => [name, failed])).toEqual([
    ['a', 0],
    ['c', 1],
    ['b', 0],
  ])
  for (const name of ['a', 'b'])
    expect(said.find((text) => text.startsWith(`\n── ${name}\n`))).toContain(
      `${name} begins\n${name} ends\n── ${name}: 1`,
    )
  expect(counted(summed(results))).toBe('2 passed, 1 failed')
})

it('counts what cannot be started, or leaves no report, as failed', async () => {
  const missing = { name: 'missing', command: join(folder, 'nothing'), args: [] }
  const [result] = await sideBySide([[missing]], { folder, say: () => {} })
  expect(result).toMatchObject({ passed: 0, failed: 1 })
  expect(counts(join(folder, 'nothing.json'), 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
