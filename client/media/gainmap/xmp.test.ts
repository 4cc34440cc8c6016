import { expect, it } from 'vitest'
import { tagWith } from './xmp.ts'

const GAIN_MAP = 'Semantic="GainMap"'

it('tagWith returns the whole tag around a string', () => {
  const item = `<Container:Item Item:${GAIN_MAP} Item:Length="5"/>`
  expect(tagWith(`<x:xmpmeta><rdf:li>${item}</rdf:li></x:xmpmeta>`, GAIN_MAP)).toBe(item)
})

// a search that starts again at each occurrence would take minutes and exceed the time limit
it('tagWith returns an empty string for 1.8 MB of text without the end of a tag', () => {
  expect(tagWith(`<${GAIN_MAP.repeat(100_000)}`, GAIN_MAP)).toBe('')
})
