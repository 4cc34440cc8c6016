import { useEffect } from 'react'
import { useLatest } from '../../kit/ui/hooks.ts'

/**
 * The browser's queue of launches (File Handling API). Only browsers that install apps have it, and TypeScript does not
 * declare it.
 */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files: readonly { getFile(): Promise<File> }[] }) => void): void
}

/**
 * Hook that calls `onFile` with the file that the operating system opened with the installed app. The manifest lists
 * the file types.
 */
export function useLaunchedFile(onFile: (file: File) => void): void {
  const latest = useLatest(onFile)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [first] }) => {
      // the file was deleted meanwhile: nothing is opened
      first?.getFile().then((file) => latest.current(file), console.warn)
    })
  }, [latest])
}
