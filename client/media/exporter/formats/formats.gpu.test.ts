import { expect, it } from 'vitest'
import { describeFormat } from './fixtures/describeFormat.ts'
import { READERS } from './fixtures/readers.ts'
import { exportFormats, formatOf } from './registry.ts'

const supported = await Promise.all(exportFormats.map((format) => format.isSupported()))

// A browser that cannot write a format does not offer it.
for (const { id } of exportFormats.filter((_, i) => supported[i])) describeFormat(formatOf(id), READERS[id])

it.each(['id', 'label', 'extension', 'mimeType'] as const)('has no two formats with the same %s', (name) => {
  expect(new Set(exportFormats.map((format) => format[name])).size).toBe(exportFormats.length)
})

it('names the format that is missing', () => {
  expect(() => formatOf('gif')).toThrow("no export format 'gif' in the registry")
})
