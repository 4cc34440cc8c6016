import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { EDITOR_PATH } from '#server/contract/guard.ts'
import { EditorOutline } from '../../editor/shell/EditorOutline.tsx'
import { t } from '../../kit/i18n/translate.ts'
import { Spinner } from '../../kit/ui/feedback/Spinner.tsx'
import { Guard } from '../../site/account/guard/Guard.tsx'
import Home from '../../site/home/Home.tsx'
import { NotFound } from '../../site/pages/NotFound.tsx'
import { lazyPage } from './lazyPage.tsx'
import styles from './Page.module.css'
import { Page } from './Page.tsx'
import { useSecretLink } from './useSecretLink.ts'

const preloadEditor = () => import('./EditorPage.tsx')
const EditorPage = lazy(preloadEditor)
const Pricing = lazyPage(() => import('../../site/pricing/Pricing.tsx'))
const Checkout = lazy(() => import('../../site/checkout/Checkout.tsx'))
const SecretLinkPage = lazy(() => import('../../site/pages/SecretLinkPage.tsx'))

/**
 * Loads the code of a prerendered page before the app renders, so that no loading indicator replaces the prerendered
 * HTML.
 */
export const preloadPage = (path: string): Promise<void> => (path === '/pricing' ? Pricing.load() : Promise.resolve())

/**
 * The routes (spec §2). Pages that the first screen does not need are loaded lazily. A secret link (#…) replaces every
 * route.
 */
export function Routes() {
  const { link, leave } = useSecretLink()
  if (link)
    return (
      <Page title={link.kind === 'reset-password' ? t('Choose a new password') : t('Confirm your email address')}>
        <Soon>
          <SecretLinkPage key={link.token} link={link} onLeave={leave} />
        </Soon>
      </Page>
    )
  // The keys make React create a new frame for every page; otherwise the focus and scroll position would stay.
  return (
    <Switch>
      <Route key="/" path="/">
        <Page title={null}>
          <Home />
        </Page>
      </Route>
      <Route key="/pricing" path="/pricing">
        <Page title={t('Pricing')}>
          <Soon>
            <Pricing />
          </Soon>
        </Page>
      </Route>
      <Route key="/checkout" path="/checkout">
        <Page title={t('Checkout')}>
          <Guard path="/checkout">
            <Soon>
              <Checkout />
            </Soon>
          </Guard>
        </Page>
      </Route>
      <Route key={EDITOR_PATH} path={EDITOR_PATH}>
        <Guard path={EDITOR_PATH} preload={preloadEditor} outline={<EditorOutline />}>
          <Suspense fallback={<EditorOutline />}>
            <EditorPage />
          </Suspense>
        </Guard>
      </Route>
      <Route key="other">
        <Page title={t('Page not found')}>
          <NotFound />
        </Page>
      </Route>
    </Switch>
  )
}

const Soon = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <div className={styles.soon}>
        <Spinner />
      </div>
    }
  >
    {children}
  </Suspense>
)
