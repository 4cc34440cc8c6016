/** Loads message catalogs and switches the language. */

import { useSyncExternalStore } from 'react'
import { createListeners, stopAll } from '../async/listeners.ts'
import { deviceStorage, onOtherTab, tryWrite } from '../device-storage/deviceStorage.ts'
import { directionOf, isLanguage, LANGUAGE_KEY, type Language, localeOf } from './languages.ts'
import { catalogue, language, t } from './translate.ts'

type Catalogue = Record<string, string>

/** Loaders of the catalogs by language. tests/translations.test.ts lists the messages that a catalog lacks. */
const LOADERS: Record<Exclude<Language, 'en'>, () => Promise<{ default: Catalogue }>> = {
  de: () => import('./languages/de.json'),
  es: () => import('./languages/es.json'),
  fr: () => import('./languages/fr.json'),
  'pt-BR': () => import('./languages/pt-BR.json'),
  ja: () => import('./languages/ja.json'),
  'zh-CN': () => import('./languages/zh-CN.json'),
  ar: () => import('./languages/ar.json'),
}

const listeners = createListeners()
let wanted: Language = 'en'

/**
 * Loads the catalog of a language and shows the interface in this language. Also sets the language and the writing
 * direction of the page. A later call cancels an earlier call, which then resolves with false. Rejects if the catalog
 * cannot be loaded.
 */
export async function showLanguage(next: Language): Promise<boolean> {
  wanted = next
  const messages = next === 'en' ? {} : (await LOADERS[next]()).default
  if (wanted !== next) return false
  catalogue.loadAndActivate({ locale: next, locales: localeOf(next), messages })
  document.documentElement.lang = next
  document.documentElement.dir = directionOf(next)
  listeners.emit()
  return true
}

/**
 * Switches the interface to a language and stores the choice on the device. On failure, shows a toast and resolves with
 * false. If the user chooses another language in the meantime, only resolves with false.
 */
export async function chooseLanguage(
  next: Language,
  toast: (message: { title: string; isDestructive: boolean }) => void,
): Promise<boolean> {
  try {
    if (!(await showLanguage(next))) return false
  } catch (error) {
    console.warn(error) // rejects if the device is offline and the catalog is not cached
    if (wanted === next) toast({ title: t('Failed to load this language. Please try again.'), isDestructive: true })
    return false
  }
  // without storage, the choice lasts until the page is closed
  tryWrite(() => deviceStorage()?.setItem(LANGUAGE_KEY, next))
  return true
}

/** Hook that returns the current language. Rerenders when the language changes in this tab or another. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language, language)

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (next: string | null) => {
    if (isLanguage(next)) void showLanguage(next).catch(console.warn)
  }
  return stopAll([listeners.subscribe(listener), onOtherTab(LANGUAGE_KEY, fromOtherTab)])
}
