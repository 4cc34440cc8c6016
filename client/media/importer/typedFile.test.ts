import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isAccepted } from './formats.ts'
import { typedFile } from './typedFile.ts'

const content = (name: string) => new Blob([readFileSync(new URL(`./fixtures/${name}`, import.meta.url))])

it.each([
  ['cmyk.jpg', 'image/jpeg'],
  ['palette.png', 'image/png'],
  ['lossy.webp', 'image/webp'],
])('accepts %s without an extension as %s', async (fixture, type) => {
  const blob = content(fixture)
  expect(isAccepted(new File([blob], 'blob'))).toBe(false)
  const file = await typedFile(blob, 'blob')
  expect(file).toMatchObject({ name: 'blob', type, size: blob.size })
  expect(isAccepted(file)).toBe(true)
})

it.each(['', 'no picture'])('does not accept %j', async (text) => {
  const file = await typedFile(new Blob([text], { type: 'image/jpeg' }), 'blob')
  expect([file.type, isAccepted(file), await file.text()]).toEqual(['', false, text])
})
