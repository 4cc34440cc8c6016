import { useCallback, useEffect, useState } from 'react'
import { readSecretLink } from '#server/contract/links.ts'
import { useAccount } from '../../site/account/state/AccountContext.tsx'

/** The secret link the page was opened with. It leaves the address bar at once, so it ends in no history and no bookmark. */
export function useSecretLink() {
  const account = useAccount()
  const [link, setLink] = useState(() => readSecretLink(location.hash))
  const leave = useCallback(() => setLink(null), [])
  useEffect(() => {
    const read = () => {
      const found = readSecretLink(location.hash)
      if (!found) return
      setLink(found)
      account.closeDialog() // the link may have come while one was open
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    addEventListener('hashchange', read)
    // the router's own event: whoever goes to another page, even from / to /, has left this one
    addEventListener('pushState', leave)
    return () => {
      removeEventListener('hashchange', read)
      removeEventListener('pushState', leave)
    }
  }, [account, leave])
  return { link, leave }
}
