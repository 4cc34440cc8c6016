import { expect, it } from 'vitest'
import type { AssetId } from '../../kit/base/ids.ts'
import { addLayer } from '../../layers/actions.ts'
import { select } from '../../model/session/ui/selection.ts'
import { canvas } from '../canvas/testing.ts'
import { TABS } from '../tabs/tabs.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { keysPressed, runKeys } from './shortcuts.ts'

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
  // on a Mac Alt makes other letters of them
  ['å', { altKey: true, code: 'KeyA' }, 'Alt+A'],
  ['Ó', { altKey: true, shiftKey: true, code: 'KeyH' }, 'Alt+Shift+H'],
] as const)('%s with %j is %s', (name, modifiers, expected) => {
  expect(keys(name, modifiers)).toBe(expected)
})

it('treats a character typed with AltGr as that character', () => {
  const event = { key: '[', ctrlKey: true, metaKey: false, shiftKey: false, altKey: true }
  expect(keysPressed({ ...event, getModifierState: (name) => name === 'AltGraph' })).toBe('[')
})

it('moves the selection through the layers with PageUp and PageDown; Shift adds layers', () => {
  const stage = canvas()
  stage.session.history.transact('Open', () => {
    stage.session.doc.photo = { asset: 'a' as AssetId, name: 'a.png', width: 100, height: 100, hasAlpha: false }
  })
  const [low, mid, top] = [1, 2, 3].map(() => addLayer(stage.session, 'shape'))
  select(stage.session.ui)
  const workspace = stage as unknown as Workspace
  const context = {
    workspace,
    tabs: TABS,
    choosePhoto() {},
    chooseDesignPhoto() {},
    chooseProject() {},
    startTour() {},
    chooseLanguage() {},
  }
  const press = (name: string, isShift = false) => {
    runKeys(name, context, { isShift })
    return stage.session.ui.selection
  }
  expect(press('PageDown')).toEqual([top])
  expect(press('PageDown')).toEqual([mid])
  expect(press('PageDown', true)).toEqual([mid, low])
  expect(press('PageUp')).toEqual([mid])
  expect(press('Mod+A')).toEqual([low, mid, top])
  expect(press('Escape')).toEqual([])
})
