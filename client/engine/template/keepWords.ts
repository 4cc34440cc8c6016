/**
 * Preserves the user's text when another template replaces the layers. The user's title replaces the template's title,
 * the subtitle replaces the subtitle, and so on.
 */
import { everyTranslation } from '#client/kit/i18n/translate.ts'
import { withWords } from '#client/layers/text/front.ts'
import { textFields } from '#client/layers/text/schema.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Template } from './applyTemplate.ts'
import { BUILT_IN } from './builtIn.ts'
import { hasLetters, nameRole, type Text, textsOf } from './withTexts.ts'

const keyOf = (text: string) => text.trim().toLowerCase()

/**
 * Returns the text that isn't the user's, in lower case: the text of the built-in templates and of a new text layer in
 * all known languages (`everyTranslation`). The value is true if an ornament has this text (`isOrnament`).
 */
function givenTexts(): Map<string, boolean> {
  const texts = new Map(everyTranslation(textFields.text.default).map((text) => [keyOf(text), false]))
  for (const { document, layout } of BUILT_IN.values())
    for (const { id, text } of textsOf(document))
      for (const key of everyTranslation(text).map(keyOf))
        texts.set(key, texts.get(key) || layout?.layers[id]?.isOrnament === true)
  return texts
}

/** Returns a function that returns true for text that isn't the user's (`givenTexts`). */
export function sampleTexts(): (text: string) => boolean {
  const given = givenTexts()
  return (text) => given.has(keyOf(text))
}

/**
 * Returns the text layers by role: the title, the subtitle, then the other text layers with letters, from the largest
 * to the smallest. If no layer is named Title or Subtitle, the largest other layer has this role. A role without a
 * layer is undefined. A layer that repeats the title is omitted. If layers are equally large, the rearmost is first.
 */
function byRole(texts: readonly Text[]): (Text | undefined)[] {
  const [title, subtitle] = [0, 1].map((role) => texts.find((text) => nameRole(text) === role))
  const roles: (Text | undefined)[] = texts
    .filter(({ text }) => text !== title?.text && text !== subtitle?.text && hasLetters(text))
    .toSorted((a, b) => b.fontSize - a.fontSize)
  if (title) roles.unshift(title)
  else if (subtitle && subtitle.fontSize >= (roles[0]?.fontSize ?? 0)) roles.unshift(undefined)
  if (subtitle) roles.splice(1, 0, subtitle)
  return roles
}

/** A template with the user's text. `surplus`: text by role that has no text layer in the template. */
export interface TemplateWithWords extends Template {
  surplus: readonly string[]
  /** True if the user's text replaced text of the template. */
  hasOwnWords: boolean
}

/**
 * Returns the text that the user has written in `doc`, by role, followed by the `surplus` text of an earlier template.
 * Text of a built-in template itself is an empty string, so that the positions of the roles don't change.
 */
export function userWords(doc: DocumentSnapshot, surplus: readonly string[] = []): string[] {
  const given = givenTexts()
  const all = textsOf(doc)
  const isOrnament = (text: Text) => given.get(keyOf(text.text)) === true
  // the user's title may equal the text of an ornament; in projects of older versions, ornaments have the title's name
  const isOnlyOfRole = (text: Text) =>
    nameRole(text) >= 0 && !all.some((other) => nameRole(other) === nameRole(text) && !isOrnament(other))
  const texts = byRole(all.filter((text) => !isOrnament(text) || isOnlyOfRole(text))).map((text) => text?.text ?? '')
  const written = [...texts, ...surplus.filter((text) => !texts.includes(text))]
  const words = written.map((text) => (given.has(keyOf(text)) ? '' : text))
  return words.slice(0, words.findLastIndex(Boolean) + 1)
}

/** Inserts the user's text from `doc`, and the `surplus` text of an earlier template, into the template. */
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
    return place && text ? [[place.id, withWords(place, text)] as const] : []
  })
  return {
    ...template,
    document: { ...document, layers: { ...document.layers, ...Object.fromEntries(replaced) } },
    surplus: words.filter((text, role) => text && !places[role]),
    hasOwnWords: replaced.length > 0,
  }
}
