import { expect, it } from 'vitest'
import { pressed, SHORTCUTS } from './shortcuts.ts'

const key = (key: string, modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {}) =>
  pressed({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers })

it.each([
  ['z', { ctrlKey: true }, 'Mod+Z'],
  ['z', { metaKey: true }, 'Mod+Z'],
  ['Z', { ctrlKey: true, shiftKey: true }, 'Mod+Shift+Z'],
  ['?', { shiftKey: true }, '?'],
  ['ArrowLeft', { shiftKey: true }, 'ArrowLeft'],
  ['t', {}, 'T'],
] as const)('%s with %j is %s', (name, modifiers, expected) => {
  expect(key(name, modifiers)).toBe(expected)
})

it('gives every key to one shortcut', () => {
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys)
  expect(keys.length).toBe(new Set(keys).size)
})
