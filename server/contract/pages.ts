/** Which built page answers an address of the app; none is there under its own name. */
import { EDITOR_PATH } from './guard.ts'

/** The prerendered page without content: it answers every address that is not in PAGES, and all addresses offline. */
export const BARE_PAGE = '/index.html'

/**
 * Prerendered page by address. They show their first content before scripts have loaded, and preload what the page
 * needs.
 */
export const PAGES: Readonly<Record<string, string>> = {
  '/': '/pages/home.html',
  '/pricing': '/pages/pricing.html',
  [EDITOR_PATH]: '/pages/editor.html',
}
