import { expect, it } from 'vitest'
import { isSelectionFaint } from '#client/editor/workspace/view.ts'
import { initialUi, type Ui } from '#client/model/session/ui/ui.ts'
import { features } from './registry.ts'

const at = (panel: string | null, change: Partial<Ui> = {}) =>
  isSelectionFaint({ ...initialUi(), panel, ...change }, features.panels)

it('the selection frame is faint in tabs that edit the whole image', () => {
  expect(['tune-image', 'change-background', 'remove-background'].every((panel) => at(panel))).toBe(true)
  expect(at('text', { colorPick: { onPick() {}, onEnd() {} } })).toBe(true)
  expect(at('draw', { draw: { ...initialUi().draw, isOn: true } })).toBe(true)
})

it("the selection frame isn't faint in tabs that edit layers", () => {
  expect([null, 'text', 'shapes', 'emojis', 'draw'].some((panel) => at(panel))).toBe(false)
})
