import { useEffect } from 'react'
import { takeSharedFile, takeWaitingPhoto } from '#client/kit/base/sharedFile.ts'
import { isFontFile } from '#client/kit/fonts/own/importFont.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { applyDroppedFont } from '#client/layers/text/droppedFont.ts'
import { CONFIRM_SHARED } from '../flows/storageMessages.ts'
import { isProjectFile } from '../storage/file.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

interface FileOpener {
  /** Opens a photo as a new document. The newest request wins. */
  openPhoto(photo: File): void
  /** Opens a photo, a project or a font, by the type of the file. */
  openFile(file: File): void
  /** Like `openFile`, but an image becomes an overlay. */
  openOverlay(file: File): void
}

/** Hook that returns the functions that open the user's files. */
export function useOpenFile(): FileOpener {
  const { session, uploader, overlays, projects } = useWorkspace()

  function openPhoto(photo: File) {
    projects.cancel()
    void uploader.upload(photo) // the promise never rejects
  }
  function openFile(file: File) {
    if (isFontFile(file)) void applyDroppedFont(session, file)
    else if (isProjectFile(file)) void projects.openFile(file)
    else openPhoto(file)
  }
  function openOverlay(file: File) {
    if (isProjectFile(file) || isFontFile(file)) openFile(file)
    else void overlays.add(file, false)
  }
  return { openPhoto, openFile, openOverlay }
}

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
      // fails for a deleted file
      first?.getFile().then((file) => latest.current(file), console.warn)
    })
  }, [latest])
}

/** Hook that calls `onFile` with the photo that the user chose on the home page. */
export function useWaitingPhoto(onFile: (file: File) => void): void {
  const latest = useLatest(onFile)
  useEffect(() => void takeWaitingPhoto().then((photo) => photo && latest.current(photo)), [latest])
}

/**
 * Hook that asks the user, then calls `onFile` with a file that another app shared with the installed app. The address
 * then has the parameter `shared`. A toast reports a file that is not stored.
 */
export function useSharedFile(onFile: (file: File) => void): void {
  const { notices } = useWorkspace().session
  const latest = useLatest(onFile)
  useEffect(() => {
    const address = new URL(location.href)
    if (!address.searchParams.has('shared')) return
    address.searchParams.delete('shared') // a reload must not look for the file again
    history.replaceState(history.state, '', address)
    const open = async () => {
      const file = await takeSharedFile().catch(console.warn)
      if (!file) notices.toast({ title: t('Failed to process image. Please try again.'), isDestructive: true })
      else if (await notices.confirm(tAll(CONFIRM_SHARED))) latest.current(file)
    }
    void open()
  }, [latest, notices])
}
