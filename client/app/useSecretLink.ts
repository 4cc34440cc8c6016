import { useCallback, useEffect, useState } from 'react'
import { readSecretLink } from '#server/contract/links.ts'

/** The secret link the page was opened with. It leaves the address bar at once, so it ends in no history and no bookmark. */
export function useSecretLink() {
  const [link, setLink] = useState(() => readSecretLink(location.hash))
  useEffect(() => {
    const read = () => {
      const found = readSecretLink(location.hash)
      if (!found) return
      setLink(found)
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return { link, leave: useCallback(() => setLink(null), []) }
}
