/**
 * Tests that every text of the client can be translated. The code contains the English text. The test prints missing
 * translations. It fails for translated text that the code doesn't contain, and for translations with other
 * placeholders or plural forms than required.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { imageUrl, PICTURES } from '#client/site/gallery/Gallery.tsx'
import { type Found, textsIn } from './helpers/texts.ts'

const ROOT = join(import.meta.dirname, '..')
const FOLDER = 'client/kit/i18n/languages'
const TEMPLATES = 'client/engine/template/built-in'
const NAMES = Object.keys(LANGUAGES).filter((name) => name !== 'en')

const catalogueOf = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(join(ROOT, FOLDER, `${language}.json`), 'utf8'))
const catalogues = new Map(NAMES.map((language) => [language, catalogueOf(language)]))

/** Translations by their English text. */
type Catalogue = Readonly<Record<string, string>>

/** Returns text that the catalog translates but the code doesn't contain. */
const unknownIn = (catalogue: Catalogue, literals: ReadonlySet<string>): string[] =>
  Object.keys(catalogue).filter((text) => !literals.has(text))

/** Returns text of the code that the catalog doesn't translate. */
const missingIn = (catalogue: Catalogue, english: ReadonlySet<string>): string[] =>
  [...english].filter((text) => !Object.hasOwn(catalogue, text))

/** The languages in the order of the columns in docs/translations.md. */
const TABLE_ORDER = ['de', 'fr', 'es', 'pt-BR', 'ja', 'zh-CN', 'ar']

const files = ['client', 'shaders', 'server/contract'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, withFileTypes: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.|\.d\.ts$|testing\.ts$/i.test(name))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
)
const found: Found[] = files.map((path) => textsIn(path, readFileSync(join(ROOT, path), 'utf8')))
/** Built-in templates are project files. Their text is shown in the user's language. */
const templates = readdirSync(join(ROOT, TEMPLATES)).map((name) => readFileSync(join(ROOT, TEMPLATES, name), 'utf8'))
const templateTexts = templates.flatMap((source) =>
  Object.values<{ text?: string; name?: string }>(JSON.parse(source).document.layers).flatMap(({ text, name }) =>
    [text, name].flatMap((each) => each ?? []),
  ),
)
const all = (part: 'wanted' | 'literals' | 'said') => new Set(found.flatMap((each) => [...each[part]]))

/** Text in the code and in any catalogue. Text in a variable is found only through its translations. */
const english = new Set([...all('wanted'), ...[...catalogues.values()].flatMap(Object.keys)])

/** The meaning of short messages, for translators. */
const comments: Record<string, string> = JSON.parse(readFileSync(join(ROOT, 'client/kit/i18n/comments.json'), 'utf8'))

/** Formats messages as lines for a catalog, each with its comment for translators. */
const lines = (texts: readonly string[]) =>
  texts.map((text) => `  ${JSON.stringify(text)}: "",${comments[text] ? ` // ${comments[text]}` : ''}`).join('\n')

/** Returns the sorted placeholders of text with their formats, for example 'n plural' for `{n, plural, …}`. */
function slots(message: string): string[] {
  const found = new Set<string>()
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return
    for (const token of tokens) {
      if (!Array.isArray(token)) continue
      const [name, rule, cases] = token
      found.add([name, rule].filter(Boolean).join(' '))
      if (cases && typeof cases === 'object') for (const part of Object.values(cases)) collect(part)
    }
  }
  collect(compileMessage(message))
  return [...found].sort()
}

/** Returns the plural forms of a message except `other`. */
function forms(message: string): string[][] {
  const plurals = compileMessage(message).filter((token) => Array.isArray(token) && token[1] === 'plural')
  return plurals.map((token) => Object.keys(token[2] as object).filter((form) => form !== 'offset'))
}

describe('the text in the sources', () => {
  it('every visible text in the sources is translatable', () => {
    expect(found.flatMap(({ loose }) => loose)).toEqual([])
  })

  it('the sources pass every message with placeholders to t()', () => {
    const said = all('said')
    expect([...english].filter((text) => slots(text).length > 0 && !said.has(text))).toEqual([])
  })
})

it('each comment for translators belongs to a message', () => {
  expect(Object.keys(comments).filter((text) => !english.has(text))).toEqual([])
})

/** Returns true if the source uses the API's error text without `t()`, which would leave it in English. */
const isErrorUntranslated = (source: string) => /(?<!\bt\()\bAPI_ERRORS(\.|\[)/.test(source)

it("the client passes the API's error text to t()", () => {
  expect(isErrorUntranslated('setError(API_ERRORS.weak_password)')).toBe(true)
  const client = files.filter((path) => path.startsWith('client/'))
  expect(client.filter((path) => isErrorUntranslated(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
})

describe.each(NAMES)('the catalog of %s', (language) => {
  const words = catalogues.get(language) ?? {}

  it('the catalog translates only text of the code and the built-in templates', () => {
    expect(
      unknownIn(words, new Set([...all('literals'), ...templateTexts])),
      `remove these lines from ${FOLDER}/${language}.json`,
    ).toEqual([])
  })

  it('the catalog has no empty translation', () => {
    expect(Object.entries(words).filter(([, said]) => said.trim() === '')).toEqual([])
  })

  it('the catalog contains no-break spaces as characters, not as escape sequences', () => {
    expect(Object.values(words).filter((said) => /00a0|202f|\ufffd/i.test(said))).toEqual([])
  })

  it('the translated and the missing messages together are all English messages', () => {
    const missing = missingIn(words, english)
    if (missing.length > 0)
      console.info(`${FOLDER}/${language}.json lacks ${missing.length}, shown in English:\n${lines(missing)}`)
    expect(missing.length + Object.keys(words).length).toBe(english.size)
  })

  it('every translation has the placeholders of the English text', () => {
    const differing = Object.entries(words).filter(([text, said]) => slots(text).join() !== slots(said).join())
    expect(differing).toEqual([])
  })

  it('every plural has the plural forms of its language', () => {
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== 'many' || language === 'ar')
    const lacking = Object.values(words).filter((said) =>
      forms(said).some((named) => needed.some((form) => !named.includes(form))),
    )
    expect(lacking).toEqual([])
  })
})

/** The rows of the table under the heading 'Terms': the English label and its translations. */
const terms = readFileSync(join(ROOT, 'docs/translations.md'), 'utf8')
  .replace(/^[\s\S]*?^## Terms$/m, '')
  .replace(/^## [\s\S]*/m, '')
  .split('\n')
  .filter((line) => /^\| (?!English )/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

describe('the table of terms', () => {
  it('each term of the table has a translation into every language', () => {
    expect(terms.length).toBeGreaterThan(50)
    expect(terms.filter((row) => row.length !== NAMES.length + 1)).toEqual([])
  })

  it.each([...TABLE_ORDER.entries()])(
    "the table of terms matches the catalog's labels (column %i, %s)",
    (index, language) => {
      const words = catalogues.get(language) ?? {}
      const differing = terms.filter(([english = '', ...said]) => words[english] !== said[index])
      expect(differing.map(([english = '']) => `${english}: ${words[english]}`)).toEqual([])
    },
  )
})

describe('finding text in code', () => {
  it.each([
    ['between tags', '<p>Hello there</p>'],
    ['in an expression', "<p>{isOn ? 'On' : 'Off'}</p>"],
    ['in an accessible name', '<button aria-label="Close" />'],
    ['in a label with a placeholder', `<Range label={\`Size of \${name}\`} />`],
    ['in a notice', "const f = () => toasts.show({ title: 'Saved' })"],
    ['in a question', "const f = () => ask({ confirm: isNew ? 'Create' : 'Save' })"],
    ['as the label of an undo step', "history.transact('Move', move)"],
  ])('textsIn finds a hard-coded text %s', (_, code) => {
    expect(textsIn('x.tsx', code).loose).not.toEqual([])
  })

  it.each([
    ['a table', "const KINDS = [{ label: 'Ring' }]"],
    ['a field', "const size = number('Ring', {})"],
    ['a translated text', "const f = () => t('Ring')"],
  ])('textsIn lists the text of %s as text for the catalog', (_, code) => {
    expect(textsIn('x.ts', code)).toMatchObject({ loose: [], wanted: new Set(['Ring']) })
  })
})

it.each(Object.keys(LANGUAGES))('each template of the gallery has an image in the language %s', (language) => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: language, messages: {} })
  for (const { id } of PICTURES) expect(imageUrl(id)).toBe(`/client/site/gallery/${language}/${id}.webp`)
})
