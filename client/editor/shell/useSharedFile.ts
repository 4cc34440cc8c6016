import { useEffect } from 'react'
import { takeSharedFile } from '../../kit/base/sharedFile.ts'
import { useLatest } from '../../kit/ui/hooks.ts'

/**
 * Hook that calls `onFile` with the file that another app shared with the installed app; the address has the parameter
 * `shared` then. Without a stored file it calls `onFile` with an empty file, whose import fails with a message.
 */
export function useSharedFile(onFile: (file: File) => void): void {
  const latest = useLatest(onFile)
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('shared')) return
    address.searchParams.delete('shared') // so that a reload does not look for the file again
    history.replaceState(history.state, '', address)
    void takeSharedFile()
      .catch(console.warn)
      .then((file) => latest.current(file || LOST))
  }, [latest])
}

/** An empty file: its import fails with the message for unreadable photos. */
const LOST = new File([], 'shared.jpg', { type: 'image/jpeg' })
