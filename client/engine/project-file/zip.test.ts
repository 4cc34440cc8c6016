import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { writeZip, type ZipEntry } from './zip.ts'

const { signal } = new AbortController()

/** Returns a function that returns the entries one by one, as `writeZip` requests them. */
function source(entries: readonly ZipEntry[]) {
  const left = [...entries]
  return async () => left.shift() ?? null
}

it('unzipping the output of writeZip restores all bytes and file names in any language', async () => {
  const large = new Uint8Array(9_000_000).map((_, i) => i * 31)
  const files = { 'Käte ✓.png': large, 'ベン.jpg': new Uint8Array([1, 2, 3]), 'empty.webp': new Uint8Array() }
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, file: new Blob([bytes]) }))
  const zip = await writeZip(source(entries), signal)
  const read = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  expect(Object.keys(read)).toEqual(Object.keys(files))
  for (const [name, bytes] of Object.entries(files)) expect(Buffer.compare(read[name]!, bytes), name).toBe(0)
})

it('writeZip requests each file only after writing the previous file', async () => {
  let asked = 0
  const sizes: number[] = []
  await writeZip(async () => {
    sizes.push(asked++)
    return asked > 3 ? null : { name: `${asked}`, file: new Blob(['a']) }
  }, signal)
  expect(sizes).toEqual([0, 1, 2, 3])
})

it('writeZip fails after an abort and for an unreadable file', async () => {
  const stop = new AbortController()
  const entries = source([{ name: 'a', file: new Blob(['a']) }])
  stop.abort(new Error('stopped'))
  await expect(writeZip(entries, stop.signal)).rejects.toThrow('stopped')
  const gone = { stream: () => new ReadableStream({ pull: (c) => c.error(new Error('gone')) }) } as unknown as Blob
  await expect(writeZip(source([{ name: 'a', file: gone }]), signal)).rejects.toThrow('gone')
})
