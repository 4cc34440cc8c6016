import { expect, it } from 'vitest'
import { ownId } from '#client/kit/fonts/own/ownFonts.ts'
import { createFontStore } from './fontStore.ts'

const font = (digit: string) => ({
  id: ownId(digit.repeat(64)),
  name: `Font ${digit}`,
  weights: [400] as const,
  blob: new Blob([digit]),
})

let time = 1000
/** Opens the store as a new visit of the page does. */
const open = (name: string) => createFontStore(() => time++, name)
const namesIn = async (name: string, owner: string | null) => (await open(name).list(owner)).map((one) => one.name)

it('a stored font is listed on later visits until the user removes the font', async () => {
  const name = 'fonts-visits'
  expect(await open(name).put(font('b'), 'anna')).toBe(true)
  expect(await open(name).put(font('a'), 'anna')).toBe(true)
  const kept = await open(name).list('anna')
  expect(kept.map((one) => one.name)).toEqual(['Font b', 'Font a'])
  expect(await kept[0]!.blob.text()).toBe('b')
  await open(name).remove(font('b').id, 'anna')
  expect(await namesIn(name, 'anna')).toEqual(['Font a'])
})

it('each account lists only the fonts that it imported', async () => {
  const name = 'fonts-owners'
  for (const owner of ['anna', 'ben']) await open(name).put(font('c'), owner)
  await open(name).put(font('d'), 'anna')
  expect([await namesIn(name, 'anna'), await namesIn(name, 'ben')]).toEqual([['Font c', 'Font d'], ['Font c']])
  await open(name).remove(font('c').id, 'anna')
  expect([await namesIn(name, 'anna'), await namesIn(name, 'ben')]).toEqual([['Font d'], ['Font c']])
  await open(name).removeOwnedBy('ben')
  expect([await namesIn(name, 'anna'), await namesIn(name, 'ben')]).toEqual([['Font d'], []])
})

it('a font without an owner is assigned to the first account that lists its fonts', async () => {
  const name = 'fonts-unowned'
  await open(name).put(font('e'), null)
  expect(await namesIn(name, null)).toEqual(['Font e'])
  expect(await namesIn(name, 'anna')).toEqual(['Font e'])
  expect([await namesIn(name, 'ben'), await namesIn(name, null)]).toEqual([[], []])
})
