import { expect, it } from 'vitest'
import { parseOptions } from './options.ts'

const parse = (...args: string[]) => parseOptions(['poster', 'a.jpg', '--out', 'out', ...args])

it('midground render --motion writes an MP4 of 4 s', () => {
  expect(parse('--motion', 'push')).toMatchObject({ format: 'mp4', motion: { path: 'push', seconds: 4 } })
})

it('midground render without --motion writes a PNG', () => {
  expect(parse()).toMatchObject({ format: 'png', motion: null })
})

it.each(['#00fF00', '00fF00'])('--background %s sets the color #00fF00', (color) => {
  expect(parse('--background', color)).toMatchObject({ background: '#00fF00' })
})

it.each(['jpg', 'JPG', 'JPEG'])('--format %s means jpeg', (format) => {
  expect(parse('--format', format)).toMatchObject({ format: 'jpeg' })
})

it.each([
  [['--motion', 'jump'], '--motion jump: push, slide, orbit or float.'],
  [['--motion', 'push', '--seconds', '9'], '--seconds 9: a whole number from 2 to 8.'],
  [['--motion', 'push', '--format', 'png'], '--format png: mp4, webm or gif.'],
  [['--motion', 'push', '--format', 'webp'], '--format webp: animated WebP is not supported. Choose mp4, webm or gif.'],
  [['--seconds', '4'], '--seconds needs --motion.'],
  [['--motion', 'push', '--fit', 'fit'], '--fit has no effect with --motion. Remove one of them.'],
  [['--background', 'white'], '--background white: a color such as "#ffffff".'],
  [['--format', 'mp4'], '--format mp4: png, jpeg or webp.'],
])('midground render rejects the arguments %s', (args, message) => {
  expect(() => parse(...args)).toThrow(message)
})
