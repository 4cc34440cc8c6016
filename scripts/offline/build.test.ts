import { expect, it } from 'vitest'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'
import { fontUrl } from '../../client/kit/fonts/family.ts'
import { precachedFiles } from './build.ts'

const inter = FONT_FAMILIES.find(({ name }) => name === 'Inter')!
const ROOT_FILES = ['/favicon.svg', '/manifest.webmanifest', '/third-party-notices.txt', fontUrl(inter, 700)]

it('the service worker precaches scripts, styles, WebAssembly and two fonts', () => {
  const assets = [
    'index-1a2b3c4d.js',
    'index-5e6f7a8b.css',
    'tfjs-backend-wasm-simd-9c0d1e2f.wasm',
    'inter-latin-wght-normal-1234abcd.woff2',
  ]
  const paths = [...ROOT_FILES, ...assets.map((name) => `/assets/${name}`)]
  expect(precachedFiles(paths)).toEqual([...paths].sort())
})

it.each([
  '/assets/heic2any-1a2b3c4d.js',
  '/assets/libheif-1a2b3c4d.js',
  '/assets/decodeWebp-1a2b3c4d.js',
  '/assets/pdf-1a2b3c4d.js',
  '/assets/webp_dec-1a2b3c4d.wasm',
  '/assets/astronaut-1a2b3c4d.png',
  '/assets/poster-1a2b3c4d.webp',
  '/assets/inter-greek-wght-normal-1a2b3c4d.woff2',
  '/assets/index-1a2b3c4d.js.br',
  fontUrl(inter, 400),
  '/emoji/d20d5521b5082e32/1f600.svg',
  '/models/manifest.json',
  '/icons/icon-512.png',
])('the service worker does not precache %s', (path) => {
  expect(precachedFiles([...ROOT_FILES, path])).not.toContain(path)
})

it.each(ROOT_FILES)("precachedFiles throws if the build doesn't contain %s", (path) => {
  expect(() => precachedFiles(ROOT_FILES.filter((other) => other !== path))).toThrow(path)
})
