import { expect, it } from 'vitest'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'
import { fontUrl } from '../../client/kit/fonts/family.ts'
import { appFiles } from './files.ts'

const inter = FONT_FAMILIES.find(({ name }) => name === 'Inter')!
const BESIDE = ['/favicon.svg', '/manifest.webmanifest', fontUrl(inter, 700)]

it('keeps code, styles, WebAssembly, the letters of the interface and of a fresh text', () => {
  const assets = [
    'index-1a2b3c4d.js',
    'index-5e6f7a8b.css',
    'simd-9c0d1e2f.wasm',
    'inter-latin-wght-normal-1234abcd.woff2',
  ]
  const paths = [...BESIDE, ...assets.map((name) => `/assets/${name}`)]
  expect(appFiles(paths)).toEqual([...paths].sort())
})

it.each([
  '/assets/heic-to-1a2b3c4d.js',
  '/assets/heic2any-1a2b3c4d.js',
  '/assets/webp-1a2b3c4d.js',
  '/assets/webp_dec-1a2b3c4d.wasm',
  '/assets/astronaut-1a2b3c4d.png',
  '/assets/inter-greek-wght-normal-1a2b3c4d.woff2',
  '/assets/index-1a2b3c4d.js.br',
  fontUrl(inter, 400),
  '/emoji/d20d5521b5082e32/1f600.svg',
  '/models/manifest.json',
  '/icons/icon-512.png',
])('leaves %s until it is used', (path) => {
  expect(appFiles([...BESIDE, path])).not.toContain(path)
})

it.each(BESIDE)('wants %s in the build', (path) => {
  expect(() => appFiles(BESIDE.filter((other) => other !== path))).toThrow(path)
})
