/**
 * Translates messages. The English text of a message, in ICU MessageFormat, is its key: `t('{n, plural, one {# layer}
 * other {# layers}}', { n })`. The catalogs of the other languages are in languages/. A message that a catalog
 * lacks is shown in English.
 */
import { setupI18n } from '@lingui/core'
import { isLanguage, type Language } from './languages.ts'

/** Values of a message's placeholders, by name. */
export type Values = Record<string, string | number>

/** The active message catalog of Lingui. */
export const catalogue = setupI18n({ locale: 'en', messages: { en: {} } })

// The build compiles the messages (scripts/vite/messages.ts). Only development needs a compiler at run time.
if (import.meta.env?.PROD) catalogue.setMessagesCompiler((text) => [text])

/**
 * Returns the message `text` in the current language with `values` filled in. Call this function while rendering or
 * announcing, never when a module is loaded.
 */
export const t = (text: string, values?: Values): string => catalogue._(text, values)

/** The catalogs that were active on this page, by language. */
const activated = new Map<string, Readonly<Record<string, unknown>>>()
catalogue.on('change', () => void activated.set(catalogue.locale, catalogue.messages))

/**
 * Returns the translations of a message without placeholders: English, and each language that was active on this page.
 * Callers compare a layer's text with them, because the user may have changed the language after the text was inserted.
 */
export const everyTranslation = (text: string): string[] => [
  ...new Set([text, t(text), ...[...activated.values()].map((messages) => String(messages[text] ?? text))]),
]

/** Returns the current language. */
export const language = (): Language => (isLanguage(catalogue.locale) ? catalogue.locale : 'en')

/** Returns a copy of a record with each message in the current language. */
export const tAll = <T extends Readonly<Record<string, string>>>(texts: T): { [K in keyof T]: string } =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, t(text)])) as { [K in keyof T]: string }

/** Returns a copy of the options with their labels in the current language. */
export const tLabels = <O extends { label: string }>(options: readonly O[]): (Omit<O, 'label'> & { label: string })[] =>
  options.map((option) => ({ ...option, label: t(option.label) }))
