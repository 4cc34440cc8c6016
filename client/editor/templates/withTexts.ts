import type { LayerId } from '#client/kit/base/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import { headingWeight, type TextLayer } from '#client/layers/text/schema.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { byLowerName, fillPlaceholders } from '#server/contract/placeholders.ts'

import type { TextField } from '../storage/batchStore.ts'

/** The texts that replace the texts of a template. */
export interface TextReplacements {
  /**
   * Texts by layer. A key is the layer's name in any letter case, the text's role (`TextField.key`), or the text's
   * number: 'text1' for the first text of the document, 'text2' for the second.
   */
  layers: Readonly<Record<string, string>>
  /** Values that replace `{name}` in any text. Names are case-insensitive. */
  placeholders: Readonly<Record<string, string>>
}

/** Returns the document with replaced texts. A text or `{name}` without a value remains unchanged. */
export function withTexts(doc: DocumentSnapshot, { layers, placeholders }: TextReplacements): DocumentSnapshot {
  const [byLayer, byName] = [byLowerName(layers), byLowerName(placeholders)]
  const written = namedTexts(doc).map(({ layer, names }) => {
    const own = names.flatMap((name) => byLayer.get(name) ?? [])[0] ?? layer.text
    return [layer.id, withWords(layer, fillPlaceholders(own, byName))] as const
  })
  return { ...doc, layers: { ...doc.layers, ...Object.fromEntries(written) } }
}

/**
 * Returns the text fields of a template: first texts with letters, then texts without, each from the largest to the
 * smallest.
 */
export function textFieldsOf(doc: DocumentSnapshot): TextField[] {
  const fields = new Map<string, TextField>()
  const texts = namedTexts(doc).toSorted((a, b) => b.layer.fontSize - a.layer.fontSize)
  for (const { layer, names } of texts) {
    const key = names.at(-1) ?? ''
    const words = layer.text
    fields.set(key, { key, words, ...fields.get(key), names: [...(fields.get(key)?.names ?? []), ...names] })
  }
  const isRole = ({ key }: TextField) => key.startsWith('role')
  return [...fields.values()].toSorted((a, b) => Number(isRole(b)) - Number(isRole(a)))
}

/** Returns the keys of `layers` that match no text of the document. */
export function unknownLayers(doc: DocumentSnapshot, layers: TextReplacements['layers']): string[] {
  const known = new Set(namedTexts(doc).flatMap(({ names }) => names))
  return Object.keys(layers).filter((key) => key === '' || !known.has(key.toLowerCase()))
}

/** A layer with words. */
export type Text = DocumentSnapshot['layers'][LayerId] &
  Pick<TextLayer, 'text' | 'fontFamily' | 'fontSize' | 'fontWeight'>

/** Returns the layers with words in the document's order. */
export const textsOf = ({ order, layers }: Pick<DocumentSnapshot, 'order' | 'layers'>): Text[] =>
  order.flatMap((id) => {
    const layer = layers[id]
    return layer && kindOf(layer.kind).isTextEditable ? [layer as Text] : []
  })

/** Returns true for words with letters, which are a title or a heading. */
export const hasLetters = (words: string): boolean => /\p{L}/u.test(words)

/** Returns the layer with other words, in the font weight that a heading in the script of these words needs. */
export function withWords(layer: Text, text: string): Text {
  const isHeading = text !== layer.text && hasLetters(text)
  return { ...layer, text, fontWeight: isHeading ? headingWeight(text, layer.fontWeight) : layer.fontWeight }
}

/** Returns the texts in the document's order, with their names in lower case. The last name is the role. */
function namedTexts({ order, layers }: DocumentSnapshot): { layer: Text; names: string[] }[] {
  const texts = textsOf({ order, layers })
  const roles = new Map<string, string>()
  const counts = { role: 0, number: 0 }
  for (const { text } of texts.toSorted((a, b) => b.fontSize - a.fontSize)) {
    const group = hasLetters(text) ? 'role' : 'number'
    if (!roles.has(text)) roles.set(text, `${group}${++counts[group]}`)
  }
  return texts.map((layer, i) => ({
    layer,
    names: [(layer.name ?? '').toLowerCase(), `text${i + 1}`, roles.get(layer.text) ?? ''],
  }))
}
