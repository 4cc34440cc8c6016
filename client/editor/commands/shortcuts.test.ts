import { expect, it } from 'vitest'
import { features } from '#client/features/registry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { addLayer, lockLayer } from '#client/layers/actions.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { ShapeLayer } from '#client/layers/shape/schema.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { canvas } from '../tools/testing.ts'
import { keysPressed, runKeys, worksInField } from './shortcuts.ts'
import { commandContext } from './testing.ts'

type Modifiers = Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> & { code?: string }

const keys = (key: string, modifiers: Modifiers = {}) =>
  keysPressed({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers })

it.each([
  ['z', { ctrlKey: true }, 'Mod+Z'],
  ['z', { metaKey: true }, 'Mod+Z'],
  ['Z', { ctrlKey: true, shiftKey: true }, 'Mod+Shift+Z'],
  ['?', { shiftKey: true }, '?'],
  ['ArrowLeft', { shiftKey: true }, 'ArrowLeft'],
  ['t', {}, 'T'],
  // on a Mac, Alt changes the typed character
  ['å', { altKey: true, code: 'KeyA' }, 'Alt+A'],
  ['Ó', { altKey: true, shiftKey: true, code: 'KeyH' }, 'Alt+Shift+H'],
  // in other scripts, the position of the key identifies the shortcut
  ['ئ', { ctrlKey: true, code: 'KeyZ' }, 'Mod+Z'],
  ['я', { metaKey: true, code: 'KeyZ' }, 'Mod+Z'],
  ['Я', { ctrlKey: true, shiftKey: true, code: 'KeyZ' }, 'Mod+Shift+Z'],
  ['لا', { code: 'KeyB' }, 'B'],
  ['َ', { shiftKey: true, code: 'KeyQ' }, 'Shift+Q'],
  ['х', { code: 'BracketLeft' }, '['],
  // in Latin layouts, the typed letter identifies the shortcut
  ['w', { ctrlKey: true, code: 'KeyZ' }, 'Mod+W'],
  [';', { ctrlKey: true, code: 'KeyZ' }, 'Mod+;'],
  ['ö', { code: 'KeyO' }, 'Ö'],
  ['a', { altKey: true, code: 'KeyQ' }, 'Alt+A'],
  ['V', { ctrlKey: true, altKey: true, code: 'Period' }, 'Mod+Alt+V'],
  ['ф', { altKey: true, code: 'KeyA' }, 'Alt+A'],
] as const)('keysPressed names the key %s with %j as %s', (name, modifiers, expected) => {
  expect(keys(name, modifiers)).toBe(expected)
})

it.each([
  ['[', 'Digit8'],
  ['€', 'KeyE'],
  ['π', 'KeyP'],
])('keysPressed names a %s typed with AltGr by its character', (key, code) => {
  const event = { key, code, ctrlKey: true, metaKey: false, shiftKey: false, altKey: true }
  const getModifierState = (name: string) => name === 'AltGraph'
  expect(keysPressed({ ...event, getModifierState }, false)).toBe(key.toUpperCase())
})

// Firefox on a Mac reports Option as AltGr
it.each([
  ['å', 'KeyA', 'Alt+A'],
  ['ArrowUp', 'ArrowUp', 'Alt+ArrowUp'],
  ['Enter', 'Enter', 'Alt+Enter'],
  ['[', 'Digit5', '['],
])('keysPressed names the key %s, typed with Option in Firefox on a Mac at %s, as %s', (key, code, expected) => {
  const event = { key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: true }
  expect(keysPressed({ ...event, getModifierState: (name) => name === 'AltGraph' }, true)).toBe(expected)
})

it.each([
  ['Ctrl+E on Windows', {}, false, true],
  ['Ctrl+E on a Mac', {}, true, false],
  ['⌘E on a Mac', { metaKey: true }, true, true],
  ['Ctrl+E during composition', { isComposing: true }, false, false],
] as const)('worksInField for %s', (_, event, isApple, expected) => {
  const command = commandContext(features, canvas()).commands.of('download')
  expect(worksInField({ metaKey: false, isComposing: false, keyCode: 69, ...event }, command, isApple)).toBe(expected)
})

it('PageUp and PageDown select the next or previous layer', () => {
  const stage = canvas()
  stage.session.history.transact('Open', () => {
    stage.session.doc.photo = { asset: 'a' as AssetId, name: 'a.png', width: 100, height: 100, hasAlpha: false }
  })
  const [low, mid, top] = [1, 2, 3].map(() => addLayer(stage.session, 'shape'))
  select(stage.session.ui)
  const context = commandContext(features, stage)
  const press = (name: string, isShift = false) => {
    runKeys(name, context, isShift)
    return stage.session.ui.selection
  }
  expect(press('PageDown')).toEqual([top])
  expect(press('PageDown')).toEqual([mid])
  expect(press('PageDown', true)).toEqual([mid, low])
  expect(press('PageUp')).toEqual([mid])
  lockLayer(stage.session, mid!, true)
  expect(press('PageDown')).toEqual([low])
  select(stage.session.ui, mid!)
  expect(press('PageUp')).toEqual([top])
  lockLayer(stage.session, mid!, false)
  expect(press('Mod+A')).toEqual([low, mid, top])
  expect(press('Escape')).toEqual([])
})

it('shortcuts move, align, duplicate and delete all selected layers', () => {
  const stage = canvas()
  const { doc, history } = stage.session
  history.restart(() => {
    doc.photo = { asset: 'a' as AssetId, name: 'a.png', width: 500, height: 500, hasAlpha: false }
    doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
  })
  const ids = [30, 70].map((at) => newLayer(doc, 'shape', { position: { horizontal: at, vertical: at } }))
  history.restart(() => {})
  const context = commandContext(features, stage)
  const places = () => ids.map((id) => ({ ...(doc.layers[id] as ShapeLayer).position }))
  runKeys('Mod+A', context, false)
  runKeys('ArrowRight', context, true)
  expect(places()).toEqual([
    { horizontal: 32, vertical: 30 },
    { horizontal: 72, vertical: 70 },
  ])
  runKeys('Alt+H', context, false)
  expect(places()[0]!.horizontal).toBe(places()[1]!.horizontal)
  runKeys('Mod+D', context, false)
  expect(doc.order).toHaveLength(4)
  runKeys('Delete', context, false)
  expect(doc.order).toEqual(ids)
  for (let steps = 0; steps < 4; steps++) history.undo()
  expect([places().map(({ vertical }) => vertical), history.state.undo]).toEqual([[30, 70], null])
})
