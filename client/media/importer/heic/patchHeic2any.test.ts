import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { patchHeic2any } from './heic2anyDecoder.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('heic2any/dist/heic2any.js'), 'utf8')

it('patchHeic2any replaces every limited-range formula of heic2any', () => {
  expect(source.split('1.164*(k[t+f]-16)')).toHaveLength(3)
  const patched = patchHeic2any(source)
  expect(patched).not.toContain('1.164')
  expect(patched.split('A+1.402*r,v[1+(c<<2)]=A-.714136*r-.344136*e,v[2+(c<<2)]=A+1.772*e')).toHaveLength(3)
})

it('patchHeic2any throws an error for an unknown version of heic2any', () => {
  expect(() => patchHeic2any('function heic2any() {}')).toThrow('this version of heic2any')
})
