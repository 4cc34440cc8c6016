import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalCodes, codeLengths } from './huffman.ts'

const frequencies = fc
  .array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60_000 })), {
    minLength: 2,
    maxLength: 286,
  })
  .map((counts) => Uint32Array.from(counts))

const used = (counts: Uint32Array) => counts.filter((n) => n > 0).length

it('makes a complete code within the limit for any frequencies', () => {
  fc.assert(
    fc.property(frequencies, fc.constantFrom(9, 12, 15), (counts, maxBits) => {
      const lengths = codeLengths(counts, maxBits)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(maxBits)
      counts.forEach((n, symbol) => {
        expect((lengths[symbol] ?? 0) > 0).toBe(n > 0)
      })
      const kraft = lengths.reduce((sum, bits) => (bits > 0 ? sum + 2 ** -bits : sum), 0)
      expect(kraft).toBe(used(counts) === 0 ? 0 : used(counts) === 1 ? 0.5 : 1)
    }),
  )
})

it('spends no more bits than an ideal code and one per symbol', () => {
  fc.assert(
    fc.property(frequencies, (counts) => {
      const total = counts.reduce((sum, n) => sum + n, 0)
      const lengths = codeLengths(counts, 15)
      const spent = counts.reduce((sum, n, symbol) => sum + n * (lengths[symbol] ?? 0), 0)
      const ideal = counts.reduce((sum, n) => (n > 0 ? sum + n * Math.log2(total / n) : sum), 0)
      expect(spent).toBeLessThanOrEqual(ideal + total)
    }),
  )
})

it('gives the shorter code to the more frequent symbol', () => {
  const lengths = codeLengths(Uint32Array.from([1, 1, 2, 4, 8, 16]), 15)
  expect([...lengths]).toEqual([5, 5, 4, 3, 2, 1])
})

it('keeps Fibonacci frequencies, the worst case, within 7 bits', () => {
  const fibonacci = [1, 1]
  while (fibonacci.length < 19) fibonacci.push((fibonacci.at(-1) ?? 0) + (fibonacci.at(-2) ?? 0))
  expect(Math.max(...codeLengths(Uint32Array.from(fibonacci), 7))).toBe(7)
})

it('writes the codes of the example in RFC 1951, lowest bit first', () => {
  const codes = canonicalCodes(Uint8Array.from([3, 3, 3, 3, 3, 2, 4, 4]))
  expect(Array.from(codes, (code) => code.toString(2))).toEqual(['10', '110', '1', '101', '11', '0', '111', '1111'])
})
