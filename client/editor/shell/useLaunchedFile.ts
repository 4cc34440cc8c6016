/** The file that the device opened with the installed app: the manifest names the types, and the app starts anew for each. */
import { useEffect } from 'react'
import { useLatest } from '../../kit/ui/useLatest.ts'

/** Keeps a launch until somebody asks. Only browsers that install apps have it, and no types of them. */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files: readonly { getFile(): Promise<File> }[] }) => void): void
}

export function useLaunchedFile(onFile: (file: File) => void): void {
  const latest = useLatest(onFile)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [first] }) => {
      // a file that has gone since: there is nothing to open, and nothing was lost
      first?.getFile().then((file) => latest.current(file), console.warn)
    })
  }, [latest])
}
