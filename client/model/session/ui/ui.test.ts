import { expect, it } from 'vitest'
import { initialUi, isSelectionFaint, type Ui } from './ui.ts'

const at = (tab: string | null, change: Partial<Ui> = {}) => isSelectionFaint({ ...initialUi(), tab, ...change })

it('the selection frame is faint in tabs for the whole image', () => {
  expect(['tune-image', 'change-background', 'remove-background'].every((tab) => at(tab))).toBe(true)
  expect(at('text', { colorPick: { onPick() {}, onEnd() {} } })).toBe(true)
  expect(at('draw', { draw: { ...initialUi().draw, isOn: true } })).toBe(true)
})

it("the selection frame isn't faint in tabs that edit layers", () => {
  expect([null, 'text', 'shapes', 'emojis', 'draw'].some((tab) => at(tab))).toBe(false)
})
