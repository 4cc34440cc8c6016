import { useCallback, useEffect, useState } from 'react'
import { readSecretLink } from '#server/contract/links.ts'
import { useAccount } from '../account/AccountContext.tsx'

/** The secret link the page was opened with. It leaves the address bar at once, so it ends in no history and no bookmark. */
export function useSecretLink() {
  const account = useAccount()
  const [link, setLink] = useState(() => readSecretLink(location.hash))
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
    return () => removeEventListener('hashchange', read)
  }, [account])
  return { link, leave: useCallback(() => setLink(null), []) }
}
