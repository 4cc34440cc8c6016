import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAULTS } from './faults.ts'
import { faultyText, ROOT } from './plant.ts'

const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe.each(Object.entries(FAULTS))('the fault %s', (_, fault) => {
  it('the text that the fault replaces occurs once in the current code', () => {
    expect(faultyText(fault, textOf(fault.file))).not.toBe(textOf(fault.file))
  })

  it('the fault names a test that exists', () => {
    expect(existsSync(join(ROOT, fault.test)), fault.test).toBe(true)
    expect(textOf(fault.test)).toContain(fault.name ?? '')
  })
})

it('faultyText throws if the replaced code is missing or occurs twice', () => {
  const fault = { what: '', file: 'a.ts', find: 'one', replace: 'two', test: '' }
  expect(faultyText(fault, 'just one')).toBe('just two')
  expect(() => faultyText(fault, 'nothing')).toThrow('occurs 0 times in a.ts')
  expect(() => faultyText(fault, 'one and one')).toThrow('occurs 2 times in a.ts')
})
