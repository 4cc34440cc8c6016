/** Keeps the user's words when another template replaces the layers: the largest text becomes the largest text again. */
import type { LayerId } from '#client/kit/base/ids.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { kindOf } from '#client/layers/registry.ts'
import { headingWeight, type TextLayer, textFields } from '#client/layers/text/schema.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Template } from './applyTemplate.ts'
import { OURS } from './ours.ts'

type Text = DocumentSnapshot['layers'][LayerId] & Pick<TextLayer, 'text' | 'fontSize' | 'fontWeight'>

const keyOf = (text: string) => text.trim().toLowerCase()

/** Returns the texts of the built-in templates in the language on screen, and those of them that are ornaments. */
function givenTexts(): Record<'all' | 'ornaments', Set<string>> {
  const texts = [...OURS.values()].flatMap(({ document, layout }) =>
    textsOf(document).map(({ id, text }) => ({ key: keyOf(t(text)), isOrnament: layout?.layers[id]?.isOrnament })),
  )
  return {
    all: new Set([keyOf(textFields.text.default), ...texts.map(({ key }) => key)]),
    ornaments: new Set(texts.flatMap(({ key, isOrnament }) => (isOrnament ? key : []))),
  }
}

function textsOf({ order, layers }: DocumentSnapshot): Text[] {
  return order.flatMap((id) => {
    const layer = layers[id]
    return layer && kindOf(layer.kind).isTextEditable ? (layer as Text) : []
  })
}

/** Returns texts with letters by their role: the largest is the title. Of equal sizes, the rearmost is first. */
const byRole = (texts: readonly Text[]) =>
  texts.filter(({ text }) => /\p{L}/u.test(text)).toSorted((a, b) => b.fontSize - a.fontSize)

/** Returns the template with the words that the user wrote in `doc`. Words of templates are not the user's. */
export function keepWords(template: Template, doc: DocumentSnapshot): Template {
  const { document, layout } = template
  const given = givenTexts()
  const written = byRole(textsOf(doc).filter(({ text }) => !given.ornaments.has(keyOf(text))))
  const places = byRole(textsOf(document).filter(({ id }) => !layout?.layers[id]?.isOrnament))
  const replaced = places.flatMap((place, role) => {
    const text = written[role]?.text
    if (text === undefined || given.all.has(keyOf(text))) return []
    return [[place.id, { ...place, text, fontWeight: headingWeight(text, place.fontWeight) }] as const]
  })
  return { ...template, document: { ...document, layers: { ...document.layers, ...Object.fromEntries(replaced) } } }
}
