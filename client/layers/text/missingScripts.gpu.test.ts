import { expect, it, onTestFinished, vi } from 'vitest'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { missingScripts, scriptName } from './missingScripts.ts'
import { documentOf, layerOf, textStudio } from './paint/testing.ts'

textStudio()

const withText = (text: string, hidden: { isHidden?: true } = {}): DocumentSnapshot => {
  const layer = { ...layerOf({ text }), ...hidden }
  return { ...documentOf(), order: [layer.id], layers: { [layer.id]: layer } as DocumentSnapshot['layers'] }
}

it('missingScripts omits scripts that an available font can draw', () => {
  expect(missingScripts(withText('Hello 12 €'))).toEqual([])
})

it('missingScripts lists once each script that no font on the device can draw', () => {
  const { fillText } = OffscreenCanvasRenderingContext2D.prototype
  const spy = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'fillText')
  onTestFinished(() => spy.mockRestore())
  // draws Khmer and Lao letters the way a browser draws characters that no font contains
  spy.mockImplementation(function (this: OffscreenCanvasRenderingContext2D, text, x, y) {
    fillText.call(this, /[\p{Script=Khmr}\p{Script=Laoo}]/u.test(text) ? '\u{ffffc}' : text, x, y)
  })
  expect(missingScripts(withText('Hello ថ្មី ຍິນດີ ต้อนรับ'))).toEqual(['Khmr', 'Laoo'])
  expect(missingScripts(withText('ថ្មី', { isHidden: true }))).toEqual([])
})

it.each([
  ['Khmr', 'en', 'Khmer'],
  ['Khmr', 'fr', 'khmer'],
  ['Zsye', 'en', 'Emoji'],
  ['U+16A0', 'de', 'U+16A0'],
])('scriptName(%s, %s) returns %s', (script, locale, name) => {
  expect(scriptName(script, locale)).toBe(name)
})
