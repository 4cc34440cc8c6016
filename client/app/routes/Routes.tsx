import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { Route, Switch } from 'wouter'
import { EditorOutline } from '#client/editor/shell/EditorOutline.tsx'
import { listen } from '#client/kit/async/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { Guard } from '#client/site/account/guard/Guard.tsx'
import { AccountCorner } from '#client/site/account/menu/AccountCorner.tsx'
import { StillProBadge } from '#client/site/account/plan/ProMark.tsx'
import { useAccount } from '#client/site/account/state/contexts.ts'
import Home from '#client/site/home/Home.tsx'
import { NotFound } from '#client/site/pages/MessagePage.tsx'
import { readSecretLink } from '#server/contract/pages/addresses.ts'
import { ADMIN_PATH, EDITOR_PATH } from '#server/contract/pages/guard.ts'
import styles from './Page.module.css'
import { Page } from './Page.tsx'

const OUTLINE = <EditorOutline proBadge={<StillProBadge />} accountCorner={<AccountCorner />} />
const preloadEditor = () => import('./EditorPage.tsx')
const EditorPage = lazy(preloadEditor)
const Pricing = lazyPage(() => import('#client/site/pricing/Pricing.tsx'))
const Checkout = lazy(() => import('#client/site/checkout/Checkout.tsx'))
const Admin = lazy(() => import('#client/site/admin/Admin.tsx'))
const SecretLinkPage = lazy(() => import('#client/site/pages/SecretLinkPage.tsx'))

/**
 * Loads the code of a prerendered page before the app renders, so that no loading indicator replaces the prerendered
 * HTML.
 */
export const preloadPage = (path: string): Promise<void> => (path === '/pricing' ? Pricing.load() : Promise.resolve())

/** The routes. Pages that the first screen doesn't need are loaded lazily. A secret link (#…) replaces every route. */
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
  // The keys make React mount a new `Page` for each route. Otherwise focus and scroll position would remain.
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
        <Guard path={EDITOR_PATH} preload={preloadEditor} outline={OUTLINE}>
          <Suspense fallback={OUTLINE}>
            <EditorPage />
          </Suspense>
        </Guard>
      </Route>
      <Route key={ADMIN_PATH} path={ADMIN_PATH}>
        <AdminPage />
      </Route>
      <Route key="other">
        <Missing />
      </Route>
    </Switch>
  )
}

const Missing = () => (
  <Page title={t('Page not found')}>
    <NotFound />
  </Page>
)

/** The administration page. For accounts without the admin role, this address shows "Page not found". */
function AdminPage() {
  const { standing, user } = useSnapshot(useAccount().state)
  if (standing === 'signed-in' && user?.isAdmin)
    return (
      <Page title={t('Administration')}>
        <Soon>
          <Admin />
        </Soon>
      </Page>
    )
  return standing === 'unknown' ? <Page title={null}>{WAITING}</Page> : <Missing />
}

const WAITING = (
  <div className={styles.soon}>
    <Spinner />
  </div>
)

const Soon = ({ children }: { children: ReactNode }) => <Suspense fallback={WAITING}>{children}</Suspense>

/**
 * Wraps a page whose code is loaded when the user opens the page. After `load` has resolved, the page renders
 * synchronously without a Suspense fallback.
 */
function lazyPage(importPage: () => Promise<{ default: ComponentType }>) {
  let here: ComponentType | null = null
  const Late = lazy(importPage)
  function LatePage() {
    const [Shown] = useState(() => here ?? Late)
    return <Shown />
  }
  const load = async () => {
    here = (await importPage()).default
  }
  return Object.assign(LatePage, { load })
}

/**
 * Hook that returns the secret link (password reset, email confirmation) of the page's address, or null. Also returns a
 * function that discards the link. Removes the link from the address bar immediately, so that neither history nor
 * bookmarks contain it.
 */
function useSecretLink() {
  const account = useAccount()
  const [link, setLink] = useState(() => readSecretLink(location.hash))
  const leave = useCallback(() => setLink(null), [])
  useEffect(() => {
    const read = () => {
      const found = readSecretLink(location.hash)
      if (!found) return
      setLink(found)
      // Closes a dialog that was open when the user followed the link.
      account.closeDialog()
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    // the wouter router fires `pushState` at every navigation, even to the same page
    return listen<EventTarget>(window, { hashchange: read, pushState: leave })
  }, [account, leave])
  return { link, leave }
}
