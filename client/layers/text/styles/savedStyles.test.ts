import { expect, it } from 'vitest'
import { conform, defaults } from '#client/kit/values/fields.ts'
import { textKind } from '../index.ts'
import { textFields } from '../schema.ts'
import { PRESET_STYLES } from './presetStyles.ts'
import { createSavedStyles, MAX_STYLES } from './savedStyles.ts'

const KEY = 'midground.text-styles'

function deviceWith(text?: string) {
  const kept = new Map(text === undefined ? [] : [[KEY, text]])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  return { kept, storage, saved: createSavedStyles(storage) }
}

const words = { ...defaults(textFields), text: 'mine', color: '#123456', fontFamily: 'Anton', curve: 90, fontSize: 99 }

it("after a reload, a saved style contains only the text's style fields", () => {
  const { saved, storage } = deviceWith()
  const kept = saved.save(words)
  expect(kept).toMatchObject({ ok: true, value: { name: 'Style 1' } })
  const [again] = createSavedStyles(storage).list()
  expect(Object.keys(again!.style).sort()).toEqual([...textKind.style!].sort())
  expect(again!.style).toMatchObject({ color: '#123456', fontFamily: 'Anton', curve: 90 })
})

it('saving, renaming or removing a style notifies listeners', () => {
  const { saved } = deviceWith()
  let told = 0
  saved.subscribe(() => told++)
  saved.save(words)
  saved.save(words)
  const [first, second] = saved.list()
  expect(second!.name).toBe('Style 2')
  saved.rename(first!.id, `  ${'Poster '.repeat(20)}`)
  saved.rename(second!.id, '   ')
  expect(saved.list().map(({ name }) => name)).toEqual(['Poster '.repeat(20).slice(0, 40), 'Style 2'])
  saved.remove(first!.id)
  expect(saved.list()).toEqual([second])
  expect(told, 'an empty name changes nothing').toBe(4)
})

it('list() returns the same array until a style changes', () => {
  const { saved } = deviceWith()
  saved.save(words)
  expect(saved.list()).toBe(saved.list())
})

it('saving a style fails above the maximum number of styles', () => {
  const { saved } = deviceWith()
  for (let i = 0; i < MAX_STYLES; i++) expect(saved.save(words).ok).toBe(true)
  expect(saved.save(words)).toEqual({ ok: false, error: 'full' })
  expect(saved.list()).toHaveLength(MAX_STYLES)
})

it.each([
  ['invalid JSON', '{"version":1,"styles":[{"id"'],
  ['an array without a version', '[]'],
  ['data without a version', '{"styles":[]}'],
  ['data without a list of styles', '{"version":1,"styles":7}'],
  ['invalid styles', '{"version":1,"styles":[null,3,{"id":1,"name":"x"},{"id":"a","name":""}]}'],
])('the store reads %s as an empty list of styles that can be overwritten', (_, text) => {
  const { saved } = deviceWith(text)
  expect(saved.list()).toEqual([])
  expect(saved.save(words).ok).toBe(true)
  expect(saved.list()).toHaveLength(1)
})

it('invalid stored values become valid values', () => {
  const style = { color: 'url(x)', curve: 1e9, stroke: { enabled: 'yes', width: -4 }, text: 'taken', evil: 1 }
  const { saved } = deviceWith(JSON.stringify({ version: 1, styles: [{ id: 'a', name: 'A', style }] }))
  const [one] = saved.list()
  expect(one!.style).toMatchObject({ color: '#ffffff', curve: 360, stroke: { enabled: false, width: 0.5 } })
  expect(one!.style).not.toHaveProperty('text')
  expect(one!.style).not.toHaveProperty('evil')
})

it('styles from a newer version of the app are not overwritten', () => {
  const newer = '{"version":2,"styles":{"new":true}}'
  const { saved, kept } = deviceWith(newer)
  expect(saved.list()).toEqual([])
  expect(saved.save(words)).toEqual({ ok: false, error: 'unavailable' })
  expect(kept.get(KEY)).toBe(newer)
})

it('without storage, saving a style reports an error', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  expect(createSavedStyles({ getItem: () => null, setItem: refuse }).save(words)).toEqual({
    ok: false,
    error: 'unavailable',
  })
  expect(createSavedStyles({ getItem: refuse, setItem: refuse }).list()).toEqual([])
  expect(createSavedStyles(null).save(words).ok).toBe(false)
})

it('a failed rename or removal leaves the style unchanged', () => {
  const { saved, storage } = deviceWith()
  const kept = saved.save(words)
  const id = kept.ok ? kept.value.id : ''
  expect(saved.rename(id, 'Poster')).toEqual({ ok: true, value: null })
  storage.setItem = () => {
    throw new DOMException('no', 'QuotaExceededError')
  }
  expect(saved.rename(id, 'Other')).toEqual({ ok: false, error: 'unavailable' })
  expect(saved.remove(id)).toEqual({ ok: false, error: 'unavailable' })
  expect(saved.list().map(({ name }) => name)).toEqual(['Poster'])
})

it('no two preset styles have the same name or values', () => {
  expect(PRESET_STYLES.length).toBeGreaterThanOrEqual(8)
  expect(new Set(PRESET_STYLES.map(({ name }) => name)).size).toBe(PRESET_STYLES.length)
  expect(new Set(PRESET_STYLES.map(({ paint }) => JSON.stringify(paint))).size).toBe(PRESET_STYLES.length)
})

it.each(PRESET_STYLES)('the style $name contains only valid values of style fields', ({ paint }) => {
  expect(conform(textFields, paint)).toMatchObject(paint)
  expect(textKind.style).toEqual(expect.arrayContaining(Object.keys(paint)))
  expect(paint).not.toHaveProperty('fontFamily')
})
