import { expect, it } from 'vitest'
import { ownId } from '#client/kit/fonts/own/ownFonts.ts'
import { createFontStore } from './fontStore.ts'

const font = (digit: string) => ({
  id: ownId(digit.repeat(64)),
  name: `Font ${digit}`,
  weights: [400] as const,
  blob: new Blob([digit]),
})

it('stored fonts are listed on the next visit until removed', async () => {
  let time = 1000
  const open = () => createFontStore(() => time++, 'fonts-test')
  expect(await open().put(font('b'))).toBe(true)
  expect(await open().put(font('a'))).toBe(true)
  const kept = await open().list()
  expect(kept.map(({ name }) => name)).toEqual(['Font b', 'Font a'])
  expect(await kept[0]!.blob.text()).toBe('b')
  await open().remove(font('b').id)
  expect((await open().list()).map(({ name }) => name)).toEqual(['Font a'])
  await open().remove(font('a').id)
})
