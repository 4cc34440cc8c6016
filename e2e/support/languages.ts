/** Reads the translations of each language and switches the language. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LANGUAGE_KEY, LANGUAGES, type Language } from '#client/kit/i18n/languages.ts'
import { shortOrLong } from '../../tests/helpers/longRun.ts'
import { expect } from './test.ts'

/** Tags of all supported languages. */
const ALL = Object.keys(LANGUAGES) as Language[]

/** The languages of layout tests: in long runs all, otherwise two with long words and a right-to-left language. */
export const DEMANDING: readonly Language[] = shortOrLong<readonly Language[]>(['de', 'fr', 'ar'], ALL)

const TABLES = join(import.meta.dirname, '../../client/kit/i18n/languages')

/** Returns the translations by their English text, or an empty object for English. */
const wordsOf = (language: Language): Record<string, string> =>
  language === 'en' ? {} : JSON.parse(readFileSync(join(TABLES, `${language}.json`), 'utf8'))

/** Returns a function that translates a message without placeholders. */
export const reader =
  (language: Language) =>
  (text: string): string =>
    wordsOf(language)[text] ?? text

/** Changes the language as a change in another tab would. The page updates without a reload. */
export async function follow(page: Page, language: Language): Promise<void> {
  await page.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue)
      dispatchEvent(new StorageEvent('storage', { key, newValue }))
    },
    [LANGUAGE_KEY, language] as const,
  )
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Selects a language in the account menu. The menu is in the language `from`. */
export async function choose(page: Page, from: Language, to: Language): Promise<void> {
  const read = reader(from)
  await page.getByRole('button', { name: read('Account'), exact: true }).click()
  await page.getByRole('menuitem', { name: read('Language'), exact: true }).click()
  await page.getByRole('button', { name: LANGUAGES[to], exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', to)
}

/** Returns all English text on the page that should be translated. */
export async function leftInEnglish(page: Page, language: Language): Promise<string[]> {
  const words = Object.entries(wordsOf(language))
  const english = words.filter(([text, said]) => text !== said && /\p{L}{3}/u.test(text)).map(([text]) => text)
  const taken = new Set(words.map(([, said]) => said))
  const said = await page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode
      if (parentElement?.checkVisibility() && !parentElement.closest('[lang]:not(html)'))
        found.add(textContent?.trim() ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.add(element.getAttribute(name) ?? '')
    return [...found]
  })
  return said.filter((text) => english.includes(text) && !taken.has(text))
}
