import { expect, it } from 'vitest'
import { packBits, packedBound } from './packPlanes.ts'

/** Decodes PackBits as described in TN1023. */
function unpacked(packed: Uint8Array): number[] {
  const out: number[] = []
  for (let i = 0; i < packed.length; ) {
    const header = ((packed[i++] as number) << 24) >> 24
    if (header >= 0) for (let n = 0; n <= header; n++) out.push(packed[i++] as number)
    else if (header !== -128) {
      for (let n = 0; n < 1 - header; n++) out.push(packed[i] as number)
      i++
    }
  }
  return out
}

function pack(row: readonly number[]): Uint8Array {
  const into = new Uint8Array(packedBound(row.length))
  const end = packBits(Uint8Array.from(row), { start: 0, step: 1, count: row.length }, into, 0)
  expect(end).toBeLessThanOrEqual(into.length)
  return into.subarray(0, end)
}

it("packBits compresses the example of Apple's Technical Note TN1023 as published", () => {
  const row = Buffer.from(`aaaaaa80002aaaaaaaaa80002a22${'aa'.repeat(10)}`, 'hex')
  expect(Buffer.from(pack([...row])).toString('hex')).toBe('feaa0280002afdaa0380002a22f7aa')
})

it.each([1, 2, 3, 127, 128, 129, 130, 256, 257, 1000])(
  'unpacking the output of packBits restores %i equal, different or mixed bytes',
  (count) => {
    const rows = [
      () => 7,
      (i: number) => i & 255,
      (i: number) => (i >> 1) & 255,
      (i: number) => (i % 5 < 3 ? 9 : i & 255),
    ]
    for (const byte of rows) {
      const row = Array.from({ length: count }, (_, i) => byte(i))
      expect(unpacked(pack(row))).toEqual(row)
    }
  },
)

it('packBits reads one channel of interleaved pixels', () => {
  const into = new Uint8Array(8)
  const end = packBits(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), { start: 1, step: 4, count: 2 }, into, 3)
  expect([...into.subarray(3, end)]).toEqual([1, 2, 6])
})
