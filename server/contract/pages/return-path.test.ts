import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EDITOR_PATH, ROUTES, safeReturnPath } from './guard.ts'

it.each(['/', '/custom-editor', '/custom-editor?mode=text-only', '/pricing#plans', '/checkout?priceId=price_1'])(
  'safeReturnPath returns the allowed path %s unchanged',
  (path) => {
    expect(safeReturnPath(path)).toBe(path)
  },
)

it.each([
  'https://evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/pricing/..//evil.example',
  '/%2f%2fevil.example',
  '/%5cevil.example',
  '/\tevil.example',
  '/\r\n/evil.example',
  '/\u0000',
  ' /pricing',
  '/pricing ',
  'javascript:alert(1)',
  'data:text/html,x',
  '/javascript:alert(1)',
  '/custom-editor/../../evil',
  '/api/auth/logout',
  '/custom-editor@evil.example',
  '//127.0.0.1:3000@evil.example/pricing',
  'pricing',
  '',
  '/PRICING',
  `/pricing?${'a'.repeat(600)}`,
  '/pricing?q=\u202e',
])("safeReturnPath replaces the unsafe path %j with the editor's path", (path) => {
  expect(safeReturnPath(path)).toBe(EDITOR_PATH)
})

it.each([undefined, null, 1, ['/pricing'], { toString: () => '/pricing' }])(
  "safeReturnPath replaces %j, which isn't text, with the editor's path",
  (value) => {
    expect(safeReturnPath(value)).toBe(EDITOR_PATH)
  },
)

it('safeReturnPath returns only paths of the same origin, for any input', () => {
  const words = '/ // \\ . .. : @ ? # %2f %5c %09 evil.example pricing custom-editor http'.split(' ')
  const pieces = fc.constantFrom(...words, '\t', '\n', ' ', '\u2028')
  const nasty = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.oneof(
        nasty,
        nasty.map((text) => `/${text}`),
        fc.string({ unit: 'binary' }),
        fc.webUrl(),
      ),
      (value) => {
        const path = safeReturnPath(value)
        const url = new URL(path, 'https://midground.example')
        expect(url.origin).toBe('https://midground.example')
        expect(ROUTES).toContain(url.pathname)
        expect(path.startsWith('//')).toBe(false)
      },
    ),
    { numRuns: 500 },
  )
})
