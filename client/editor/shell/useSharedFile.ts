/** The file that another app has shared with the installed one: the address says that there is one. */
import { useEffect } from 'react'
import { takeSharedFile } from '../../kit/base/sharedFile.ts'
import { useLatest } from '../../kit/ui/useLatest.ts'

export function useSharedFile(onFile: (file: File) => void): void {
  const latest = useLatest(onFile)
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('shared')) return
    address.searchParams.delete('shared') // a reload has none
    history.replaceState(history.state, '', address)
    void takeSharedFile()
      .catch(console.warn)
      .then((file) => latest.current(file || LOST))
  }, [latest])
}

/** A photo without a byte: it fails, with the words that any other has that cannot be read. */
const LOST = new File([], 'shared.jpg', { type: 'image/jpeg' })
