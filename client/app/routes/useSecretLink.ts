import { useCallback, useEffect, useState } from 'react'
import { readSecretLink } from '#server/contract/links.ts'
import { useAccount } from '../../site/account/state/AccountContext.tsx'

/**
 * Hook that returns the secret link (password reset, e-mail confirmation) of the page's address, or null, and a
 * function that discards it. The link is removed from the address bar at once, so that neither history nor bookmarks
 * contain it.
 */
export function useSecretLink() {
  const account = useAccount()
  const [link, setLink] = useState(() => readSecretLink(location.hash))
  const leave = useCallback(() => setLink(null), [])
  useEffect(() => {
    const read = () => {
      const found = readSecretLink(location.hash)
      if (!found) return
      setLink(found)
      account.closeDialog() // the link may have been opened while a dialog was open
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    addEventListener('hashchange', read)
    // wouter's event for navigation, also from / to /
    addEventListener('pushState', leave)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('pushState', leave)
    }
  }, [account, leave])
  return { link, leave }
}
