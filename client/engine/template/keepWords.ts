/**
 * Keeps the user's text when another template replaces the layers. The user's largest text replaces the template's
 * largest text, and so on.
 */
import { t } from '#client/kit/i18n/translate.ts'
import { withWords } from '#client/layers/text/front.ts'
import { textFields } from '#client/layers/text/schema.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Template } from './applyTemplate.ts'
import { BUILT_IN } from './builtIn.ts'
import { hasLetters, type Text, textsOf } from './withTexts.ts'

const keyOf = (text: string) => text.trim().toLowerCase()

/**
 * Returns the text layers of the built-in templates and of a new text layer, translated, in lower case. Each value is
 * the number of ornaments (`isOrnament`) with that text.
 */
function givenTexts(): Map<string, number> {
  const texts = new Map([textFields.text.default, t('new text')].map((text) => [keyOf(text), 0]))
  for (const { document, layout } of BUILT_IN.values())
    for (const { id, text } of textsOf(document)) {
      const key = keyOf(t(text))
      texts.set(key, (texts.get(key) ?? 0) + (layout?.layers[id]?.isOrnament ? 1 : 0))
    }
  return texts
}

/**
 * Returns the text layers with letters by their role: the largest text (the title) first. Of equally large text layers,
 * the rearmost is first.
 */
const byRole = (texts: readonly Text[]) =>
  texts.filter(({ text }) => hasLetters(text)).toSorted((a, b) => b.fontSize - a.fontSize)

/** A template with the user's text. `surplus`: text, by role, without a text layer in the template. */
export interface TemplateWithWords extends Template {
  surplus: readonly string[]
}

/**
 * Returns the text that the user wrote in `doc`, by role, then the `surplus` text of an earlier template. Text of the
 * built-in templates themselves is an empty string, so that each word keeps its role.
 */
export function userWords(doc: DocumentSnapshot, surplus: readonly string[] = []): string[] {
  const given = givenTexts()
  // The user's title may equal an ornament's text. Of equal text layers, only as many are ignored as the templates have
  // ornaments.
  const ornaments = new Map(given)
  const texts = byRole(
    textsOf(doc).filter(({ text }) => {
      const left = ornaments.get(keyOf(text)) ?? 0
      ornaments.set(keyOf(text), left - 1)
      return left <= 0
    }),
  ).map(({ text }) => text)
  const written = [...texts, ...surplus.filter((text) => !texts.includes(text))]
  const words = written.map((text) => (given.has(keyOf(text)) ? '' : text))
  return words.slice(0, words.findLastIndex(Boolean) + 1)
}

/** Returns the template with the user's text in `doc` and the `surplus` text of an earlier template. */
export function keepWords(
  template: Template,
  doc: DocumentSnapshot,
  surplus: readonly string[] = [],
): TemplateWithWords {
  const { document, layout } = template
  const words = userWords(doc, surplus)
  const places = byRole(textsOf(document).filter(({ id }) => !layout?.layers[id]?.isOrnament))
  const replaced = places.flatMap((place, role) => {
    const text = words[role]
    return text ? [[place.id, withWords(place, text)] as const] : []
  })
  return {
    ...template,
    document: { ...document, layers: { ...document.layers, ...Object.fromEntries(replaced) } },
    surplus: words.slice(places.length).filter(Boolean),
  }
}
