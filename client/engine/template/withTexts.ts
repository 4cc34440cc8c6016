import { loadFont } from '#client/kit/fonts/load.ts'
import { everyTranslation, t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import { withWords } from '#client/layers/text/front.ts'
import { faceFor, type TextLayer } from '#client/layers/text/schema.ts'
import { withFittedWords } from '#client/layers/text/typing.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { byLowerName, fillPlaceholders } from '#server/contract/tables/placeholders.ts'

/**
 * Text in a template that the user can replace. Text layers with equal text, such as a repeated title, form one field.
 */
export interface TextField {
  /** Key of the field. 'role1' is the largest text with letters, 'number1' the largest text without letters. */
  key: string
  /** The template's text. */
  words: string
  /** The layer's name, if the layer has a name. */
  label?: string
  /** Other names that `TextReplacements` accepts, in lower case. */
  names: readonly string[]
  /** True if a user's template contains the sample text of a built-in template. */
  isSample?: true
}

/** The text that replaces a template's text. */
export interface TextReplacements {
  /**
   * Text by key. A key is the layer's name in any letter case, the text's role (`TextField.key`), or its number:
   * 'text1' is the first text of the document, 'text2' the second. If several keys name the same layer, the last key
   * applies.
   */
  layers: Readonly<Record<string, string>>
  /** Values that replace placeholders such as `{name}` in any text layer. Names are case-insensitive. */
  placeholders: Readonly<Record<string, string>>
}

/**
 * Returns the document with replaced text. Text layers and placeholders without a replacement stay unchanged. A
 * layer whose replaced text is blank is hidden until it gets text, because the text may have a background box.
 */
export function withTexts(doc: DocumentSnapshot, { layers, placeholders }: TextReplacements): DocumentSnapshot {
  const [byLayer, byName] = [Object.entries(layers), byLowerName(placeholders)]
  const written = namedTexts(doc).map(({ layer, names }) => {
    const own = byLayer.findLast(([name]) => names.includes(name.toLowerCase()))?.[1] ?? layer.text
    const text = fillPlaceholders(own, byName)
    const isLeftOut = text.trim() === '' && layer.text.trim() !== ''
    return [layer.id, { ...withWords(layer, text), ...(isLeftOut && { isHidden: true }) }] as const
  })
  return { ...doc, layers: { ...doc.layers, ...Object.fromEntries(written) } }
}

/**
 * Resolves with a user's template whose words were replaced, without words that leave the image (`withFittedWords`).
 * A layout fits the words itself. `from`: the template with its own words.
 */
export async function fitWords<T extends { readonly document: DocumentSnapshot; readonly layout?: unknown }>(
  from: Pick<T, 'document'>,
  written: T,
): Promise<T> {
  const { document } = written
  if (written.layout) return written
  await loadTextFonts(document)
  const changed = textsOf(document).flatMap((text) => {
    const was = from.document.layers[text.id] as TextLayer | undefined
    return was && was.text !== text.text && !text.isHidden ? [[text.id, withFittedWords(was, text, document)]] : []
  })
  return { ...written, document: { ...document, layers: { ...document.layers, ...Object.fromEntries(changed) } } }
}

/**
 * Returns the text fields of a template: the title, then text with letters, then text without letters, each from the
 * largest to the smallest.
 */
export function textFieldsOf(doc: DocumentSnapshot): TextField[] {
  return [...textsByKey(doc)].map(([key, texts]) => ({
    key,
    words: texts[0]?.layer.text ?? '',
    ...(texts[0]?.layer.name && { label: texts[0].layer.name }),
    names: texts.flatMap(({ names }) => names),
  }))
}

/**
 * Returns the ids of text layers with letters or digits, in the order of `textFieldsOf`. Layers with equal text form
 * one item.
 */
export const textsByRole = (doc: DocumentSnapshot): LayerId[][] =>
  [...textsByKey(doc).values()]
    .filter(([text]) => text && /[\p{L}\p{N}]/u.test(text.layer.text))
    .map((texts) => texts.map(({ layer }) => layer.id))

/**
 * Returns a name for text whose layer has no name, in the interface language. `role`: position in `textFieldsOf`.
 * `taken`: names of the other text.
 */
export function textName(role: number, taken: readonly (string | undefined)[] = []): string {
  const name = [t('Title'), t('Subtitle')][role]
  return name === undefined || taken.includes(name) ? t('Text {n}', { n: role + 1 }) : name
}

function textsByKey(doc: DocumentSnapshot): Map<string, NamedText[]> {
  const groups = new Map<string, NamedText[]>()
  const rank = ({ layer }: NamedText) => (nameRole(layer) === 0 ? 2 : Number(hasLetters(layer.text)))
  const texts = namedTexts(doc).toSorted((a, b) => rank(b) - rank(a) || b.layer.fontSize - a.layer.fontSize)
  for (const text of texts) {
    const key = text.names.at(-1) ?? ''
    groups.set(key, [...(groups.get(key) ?? []), text])
  }
  return groups
}

/** Returns the keys of `layers` that don't match any text of the document. */
export function unknownLayers(doc: DocumentSnapshot, layers: TextReplacements['layers']): string[] {
  const known = new Set(namedTexts(doc).flatMap(({ names }) => names))
  return Object.keys(layers).filter((key) => key === '' || !known.has(key.toLowerCase()))
}

/** A layer with text. */
export type Text = DocumentSnapshot['layers'][LayerId] &
  Pick<TextLayer, 'text' | 'front' | 'fontFamily' | 'fontSize' | 'fontWeight' | 'isUpperCase'>

/** Returns the layers with text in the document's order. */
export const textsOf = ({ order, layers }: Pick<DocumentSnapshot, 'order' | 'layers'>): Text[] =>
  order.flatMap((id) => {
    const layer = layers[id]
    return layer && kindOf(layer.kind).isTextEditable ? [layer as Text] : []
  })

/**
 * Loads the fonts of all text layers in a document, because text is measured before it is painted. If a font is
 * missing, a fallback font replaces it. Never rejects.
 */
export async function loadTextFonts(doc: Pick<DocumentSnapshot, 'order' | 'layers'>): Promise<void> {
  await Promise.all(textsOf(doc).map((text) => loadFont(...faceFor(text))))
}

/**
 * Returns 0 if the layer is named Title, 1 if it is named Subtitle (in a language of `everyTranslation`), otherwise
 * -1.
 */
export const nameRole = ({ name }: Pick<Text, 'name'>): number =>
  ['Title', 'Subtitle'].findIndex((role) => name !== undefined && everyTranslation(role).includes(name))

/** Returns true for text with letters, such as a title or a heading. */
export const hasLetters = (words: string): boolean => /\p{L}/u.test(words)

interface NamedText {
  layer: Text
  /** Names in lower case. The last name is the role (`TextField.key`). */
  names: string[]
}

/** Returns the text layers with their names, in the document's order. */
function namedTexts({ order, layers }: DocumentSnapshot): NamedText[] {
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
