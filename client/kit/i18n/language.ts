/** Loads message catalogues and switches the language. */
import { useSyncExternalStore } from 'react'
import { deviceStorage, tryWrite } from '../base/deviceStorage.ts'
import { createListeners } from '../base/listeners.ts'
import { directionOf, isLanguage, LANGUAGE_KEY, type Language, localeOf } from './languages.ts'
import { catalogue, language } from './translate.ts'

type Catalogue = Record<string, string>

/**
 * Loaders of the catalogues by language. Messages that a catalogue lacks are shown in English.
 * tests/translations.test.ts lists them.
 */
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
 * Loads the catalogue of a language and shows the language. The latest of several calls wins. @throws when the
 * catalogue cannot be loaded
 */
export async function showLanguage(next: Language): Promise<void> {
  wanted = next
  const messages = next === 'en' ? {} : (await LOADERS[next]()).default
  if (wanted !== next) return
  catalogue.loadAndActivate({ locale: next, locales: localeOf(next), messages })
  document.documentElement.lang = next
  document.documentElement.dir = directionOf(next)
  listeners.emit()
}

/**
 * Shows a language and stores the choice on the device. @throws when the catalogue cannot be loaded; then nothing is
 * stored
 */
export async function chooseLanguage(next: Language): Promise<void> {
  await showLanguage(next)
  // without storage, the language lasts until the page is closed
  tryWrite(() => deviceStorage()?.setItem(LANGUAGE_KEY, next))
}

/**
 * Hook that returns the current language. Renders the component again when the language changes, also in another tab.
 */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, language, language)

function subscribe(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === LANGUAGE_KEY && isLanguage(event.newValue)) void showLanguage(event.newValue).catch(console.warn)
  }
  const leave = listeners.subscribe(listener)
  addEventListener('storage', fromOtherTab)
  return () => {
    leave()
    removeEventListener('storage', fromOtherTab)
  }
}
