/** Which built page answers an address of the app; none is there under its own name. */
import { EDITOR_PATH } from './guard.ts'

/** Made for no address: it answers all the others, and those that are opened without a network. */
export const BARE_PAGE = '/index.html'

/** Made for one address each: they show its first picture before any script has come, and ask at once for what it needs. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': '/pages/home.html',
  '/pricing': '/pages/pricing.html',
  [EDITOR_PATH]: '/pages/editor.html',
}
