import { expect, it } from 'vitest'
import { describeFormat } from './fixtures/describeFormat.ts'
import { READERS } from './fixtures/readers.ts'
import type { ExportFormat } from './format.ts'
import { exportFormats, formatOf } from './registry.ts'

const supported = await Promise.all(
  exportFormats.map(async (format: ExportFormat) => (await format.isSupported?.()) ?? true),
)

// skips formats that this browser can't write
for (const { id } of exportFormats.filter((_, i) => supported[i])) describeFormat(formatOf(id), READERS[id])

it.each(['id', 'label', 'extension', 'mimeType'] as const)('no two export formats have the same %s', (name) => {
  expect(new Set(exportFormats.map((format) => format[name])).size).toBe(exportFormats.length)
})

it('formatOf throws an error that names the missing format', () => {
  expect(() => formatOf('gif')).toThrow("no export format 'gif' in the registry")
})
