import type { LayerId } from '#client/kit/base/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'

/** The texts that replace those of a template. */
export interface TextValues {
  /**
   * Texts by layer. The key is the layer's name in any case, or 'text1' for the first text of the document, 'text2' for
   * the second, and so on.
   */
  layers: Readonly<Record<string, string>>
  /** Values that replace `{name}` in any text. Names are case-insensitive. */
  placeholders: Readonly<Record<string, string>>
}

/** Returns the document with other texts. Texts that are not named stay; an unknown `{name}` stays unchanged. */
export function withTexts(doc: DocumentSnapshot, { layers, placeholders }: TextValues): DocumentSnapshot {
  const [byLayer, byName] = [lowerKeys(layers), lowerKeys(placeholders)]
  const texts = textLayers(doc)
  if (texts.length === 0) return doc
  const written = texts.map((id, i) => {
    const layer = doc.layers[id] as DocumentSnapshot['layers'][LayerId] & { readonly text: string }
    const own = byLayer.get((layer.name ?? '').toLowerCase()) ?? byLayer.get(`text${i + 1}`) ?? layer.text
    return [id, { ...layer, text: fillPlaceholders(own, byName) }] as const
  })
  return { ...doc, layers: { ...doc.layers, ...Object.fromEntries(written) } }
}

/** Returns the keys of `layers` that match no text of the document. */
export function unknownLayers(doc: DocumentSnapshot, layers: TextValues['layers']): string[] {
  const known = new Set(
    textLayers(doc).flatMap((id, i) => [`text${i + 1}`, (doc.layers[id]?.name ?? '').toLowerCase()]),
  )
  return Object.keys(layers).filter((key) => key === '' || !known.has(key.toLowerCase()))
}

const textLayers = (doc: DocumentSnapshot): LayerId[] =>
  doc.order.filter((id) => {
    const layer = doc.layers[id]
    return layer && kindOf(layer.kind).isTextEditable && 'text' in layer && typeof layer.text === 'string'
  })

const lowerKeys = (values: Readonly<Record<string, string>>) =>
  new Map(Object.entries(values).map(([key, value]) => [key.toLowerCase(), value]))

const fillPlaceholders = (text: string, values: ReadonlyMap<string, string>) =>
  text.replace(/\{([^{}]+)\}/g, (whole, name: string) => values.get(name.trim().toLowerCase()) ?? whole)
