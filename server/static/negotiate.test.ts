import { expect, it } from 'vitest'
import { accepts, isKnown } from './negotiate.ts'

it.each([
  ['br', true, false],
  ['gzip, deflate, br', true, true],
  ['gzip;q=1.0, br;q=0', false, true],
  ['br; q=0.000, gzip', false, true],
  ['br;q=0.001', true, false],
  ['*', true, true],
  ['*;q=0', false, false],
  ['br, *;q=0', true, false],
  ['gzip;q=0, *', true, false],
  ['BR', true, false],
  ['identity', false, false],
  ['brotli, xgzip', false, false],
  ['', false, false],
])('%j: brotli %s, gzip %s', (header, br, gzip) => {
  expect([accepts(header, 'br'), accepts(header, 'gzip')]).toEqual([br, gzip])
})

it.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"x", W/"a" ,"b"', 'W/"a"', true],
  ['*', '"a"', true],
  ['"x", "y"', '"a"', false],
  ['"xa"', '"a"', false],
  ['a', '"a"', false],
  [undefined, '"a"', false],
])('%j knows %s: %s', (header, etag, known) => {
  expect(isKnown(header, etag)).toBe(known)
})
