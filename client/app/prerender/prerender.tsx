/** The pages to prerender during the build, by address. A browser shows their HTML before the app has started. */
import { Direction } from 'radix-ui'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Router } from 'wouter'
import { EditorOutline } from '#client/editor/shell/EditorOutline.tsx'
import { BUILT_IN } from '#client/engine/template/builtIn.ts'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { layeredImageSchema } from '#client/engine/template/layeredImage.ts'
import { createApi } from '#client/kit/api/api.ts'
import { FONT_FAMILIES } from '#client/kit/fonts/families.ts'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { Guard } from '#client/site/account/guard/Guard.tsx'
import { AccountCorner } from '#client/site/account/menu/AccountCorner.tsx'
import { StillProBadge } from '#client/site/account/plan/ProMark.tsx'
import { createAccount } from '#client/site/account/state/account.ts'
import { AccountContext, NoticesContext } from '#client/site/account/state/contexts.ts'
import Home from '#client/site/home/Home.tsx'
import Pricing from '#client/site/pricing/Pricing.tsx'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import type { Catalogue } from '#server/contract/render.ts'
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
    <Guard
      path={EDITOR_PATH}
      outline={<EditorOutline proBadge={<StillProBadge />} accountCorner={<AccountCorner />} />}
    >
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

/** Returns the built-in templates and fonts and the schema of layered images, for the command line. */
export const catalogue = (): Catalogue => ({
  templates: GALLERY.map(({ id, name }) => {
    const { document } = BUILT_IN.get(id) ?? { document: emptyDocument() }
    const { width, height } = document.crop ?? document.photo ?? { width: 0, height: 0 }
    const layers = document.order.map((layer) => document.layers[layer])
    return {
      id,
      name,
      width,
      height,
      texts: layers.flatMap((layer) => (layer && 'text' in layer ? String(layer.text) : [])),
    }
  }),
  fonts: FONT_FAMILIES.map(({ name, category }) => ({ name, category })),
  layeredImage: layeredImageSchema(),
})
