/**
 * Messages in the language on screen. A message is identified by its English text, in ICU MessageFormat:
 * `t('{n, plural, one {# layer} other {# layers}}', { n })`. The catalogues of the other languages are in languages/; a
 * message that a catalogue lacks is shown in English.
 */
import { setupI18n } from '@lingui/core'
import { isLanguage, type Language } from './languages.ts'

export type Values = Record<string, string | number>

export const catalogue = setupI18n({ locale: 'en', messages: { en: {} } })

// The build compiles messages (scripts/messages), and leaves the compiler out.
if (import.meta.env?.PROD) catalogue.setMessagesCompiler((text) => [text])

/** The message in the language on screen. Call it while rendering or announcing, never when a module is loaded. */
export const t = (text: string, values?: Values): string => catalogue._(text, values)

/** The language on screen. */
export const language = (): Language => (isLanguage(catalogue.locale) ? catalogue.locale : 'en')

/** Each message of a record, for instance of a question in a table, in the language on screen. */
export const tAll = <T extends Readonly<Record<string, string>>>(texts: T): { [K in keyof T]: string } =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, t(text)])) as { [K in keyof T]: string }

/** A table of options with their labels in the language on screen. */
export const tLabels = <O extends { label: string }>(options: readonly O[]): (Omit<O, 'label'> & { label: string })[] =>
  options.map((option) => ({ ...option, label: t(option.label) }))
