import { expect, it } from 'vitest'
import { describeFormat } from './fixtures/describeFormat.ts'
import type { FormatReader } from './fixtures/formatReader.ts'
import { exportFormats, formatOf } from './registry.ts'

const readers = import.meta.glob<FormatReader>('./*/fixtures/reader.ts', { import: 'reader', eager: true })

const supported = await Promise.all(exportFormats.map((format) => format.isSupported()))

// A browser that cannot write a format does not offer it.
for (const { id } of exportFormats.filter((_, i) => supported[i])) {
  const reader = readers[`./${id}/fixtures/reader.ts`]
  if (!reader) throw new Error(`export format '${id}' needs a reader: formats/${id}/fixtures/reader.ts`)
  describeFormat(formatOf(id), reader)
}

it.each(['id', 'label', 'extension', 'mimeType'] as const)('has no two formats with the same %s', (name) => {
  expect(new Set(exportFormats.map((format) => format[name])).size).toBe(exportFormats.length)
})

it('names the format that is missing', () => {
  expect(() => formatOf('gif')).toThrow("no export format 'gif' in the registry")
})
