/** The pages to prerender at build time, by address: the HTML that a browser shows before the app has started. */
import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { EditorOutline } from '#client/editor/shell/EditorOutline.tsx'
import { createApi } from '#client/kit/api/api.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { Guard } from '#client/site/account/guard/Guard.tsx'
import { createAccount } from '#client/site/account/state/account.ts'
import { AccountContext, NoticesContext } from '#client/site/account/state/contexts.ts'
import Home from '#client/site/home/Home.tsx'
import Pricing from '#client/site/pricing/Pricing.tsx'
import { EDITOR_PATH } from '#server/contract/guard.ts'
import { Page } from '../routes/Page.tsx'

const PICTURES: Readonly<Record<string, () => ReactNode>> = {
  '/': () => (
    <Page title={null}>
      <Home />
    </Page>
  ),
  '/pricing': () => (
    <Page title={null}>
      <Pricing />
    </Page>
  ),
  [EDITOR_PATH]: () => (
    <Guard path={EDITOR_PATH} outline={<EditorOutline />}>
      {null}
    </Guard>
  ),
}

/**
 * Returns the prerendered HTML by address, in English. The HTML is inert and hidden from assistive technology until the
 * app replaces it.
 */
export const prerenderPages = (): Record<string, string> =>
  Object.fromEntries(Object.entries(PICTURES).map(([address, picture]) => [address, prerender(address, picture())]))

const prerender = (address: string, picture: ReactNode): string =>
  renderToStaticMarkup(
    <div className="prerendered" inert aria-hidden>
      <AccountContext value={createAccount(createApi('http://nobody.invalid'))}>
        <Direction.Provider dir="ltr">
          <NoticesContext value={{ dialogs: createDialogs(), toasts: createToasts() }}>
            <TooltipProvider>
              <Router ssrPath={address}>{picture}</Router>
            </TooltipProvider>
          </NoticesContext>
        </Direction.Provider>
      </AccountContext>
    </div>,
  )
