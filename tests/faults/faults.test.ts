import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from './faults.ts'
import { faultyText, ROOT } from './plant.ts'

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('the list has at least 30 faults with unique ids', () => {
  expect(FAULTS.length).toBeGreaterThanOrEqual(30)
  expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length)
})

describe.each(FAULTS)('the fault $id', (fault) => {
  it('the fault can be planted in the current code', () => {
    expect(faultyText(fault, textOf(fault.file))).not.toBe(textOf(fault.file))
  })

  it('the fault names a test that exists', () => {
    const { file, name } = fault.test
    expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(textOf(file)).toContain(name ?? '')
  })
})

it('a fault whose text is missing or not unique is refused', () => {
  const fault = { ...FAULTS[0]!, id: 'x', file: 'a.ts', find: 'one', replace: 'two' }
  expect(faultyText(fault, 'just one')).toBe('just two')
  expect(() => faultyText(fault, 'nothing')).toThrow('stands 0 times in a.ts')
  expect(() => faultyText(fault, 'one and one')).toThrow('stands 2 times in a.ts')
})
