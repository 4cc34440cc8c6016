import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ACCEPT } from '#client/kit/ui/PhotoInput.tsx'
import { isAccepted, sniff, typedFile } from './sniff.ts'

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

/** Returns the first box of an ISO media file. */
function ftyp(major: string, ...compatible: string[]): Uint8Array {
  const size = 16 + 4 * compatible.length
  return latin(`\0\0\0${String.fromCharCode(size)}ftyp${major}\0\0\0\0${compatible.join('')}`)
}

it.each([
  ['a JPEG', latin('\xff\xd8\xff\xe0\0\x10JFIF'), 'jpeg'],
  ['a PNG', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'png'],
  ['a WebP', latin('RIFF\x1a\0\0\0WEBPVP8L'), 'webp'],
  ['an iPhone HEIC', ftyp('heic', 'mif1', 'heic'), 'heic'],
  ['a 10-bit HEIC', ftyp('heix', 'mif1', 'heix'), 'heic'],
  ['a HEIF with a generic major brand', ftyp('mif1', 'mif1', 'heic'), 'heic'],
  ['a HEIF that names no codec', ftyp('mif1', 'miaf'), 'heic'],
  ['a recent HEIC with a tone map', ftyp('heic', 'mif1', 'MiHB', 'MiHE', 'MiPr', 'miaf', 'tmap', 'heic'), 'heic'],
  ['an AVIF', ftyp('avif', 'mif1', 'miaf'), null],
  ['an AVIF with a generic major brand', ftyp('mif1', 'avif', 'miaf'), null],
  ['an MP4 film', ftyp('isom', 'mp42'), null],
  ['a RIFF sound', latin('RIFF\x1a\0\0\0WAVEfmt '), null],
  ['a GIF', latin('GIF89a'), null],
  ['an SVG', latin('<svg xmlns="http://www.w3.org/2000/svg">'), null],
  ['a text', latin('hello, this is no picture'), null],
  ['an empty file', new Uint8Array(0), null],
  ['a file of one byte', latin('\xff'), null],
  ['a truncated ftyp box', latin('\0\0\0\x18ftyp'), null],
])('sniff detects from the first bytes whether the type of %s is supported', (_, head, type) => {
  expect(sniff(head)).toBe(type)
})

const content = (name: string) => new Blob([readFileSync(new URL(`../importer/fixtures/${name}`, import.meta.url))])

it.each([
  ['cmyk.jpg', 'image/jpeg'],
  ['palette.png', 'image/png'],
  ['lossy.webp', 'image/webp'],
])('typedFile detects that the content of %s has the type %s', async (fixture, type) => {
  const blob = content(fixture)
  expect(isAccepted(new File([blob], 'blob'))).toBe(false)
  const file = await typedFile(blob, 'blob')
  expect(file).toMatchObject({ name: 'blob', type, size: blob.size })
  expect(isAccepted(file)).toBe(true)
})

it.each(['', 'no picture'])("typedFile doesn't set a type for a file with the content %j", async (text) => {
  const file = await typedFile(new Blob([text], { type: 'image/jpeg' }), 'blob')
  expect([file.type, isAccepted(file), await file.text()]).toEqual(['', false, text])
})

it.each([
  ['photo.jpg', 'image/jpeg', true],
  ['IMG_1.HEIC', '', true],
  ['CANON_1.HIF', '', true],
  ['saved.jfif', '', true],
  ['no extension', 'image/heif', true],
  ['photo.png', 'application/octet-stream', true],
  ['picture.jpg.txt', 'text/plain', false],
  ['drawing.svg', 'image/svg+xml', false],
  ['moving.gif', 'image/gif', false],
  ['photo.avif', 'image/avif', false],
  ['', '', false],
])('isAccepted for the file %s of type %s is %s', (name, type, accepted) => {
  expect(isAccepted({ name, type })).toBe(accepted)
})

it('the file picker offers every accepted type', () => {
  expect(ACCEPT.split(',')).toHaveLength(13)
  for (const entry of ACCEPT.split(','))
    expect(isAccepted(entry.startsWith('.') ? { name: `a${entry}`, type: '' } : { name: 'a', type: entry })).toBe(true)
})
