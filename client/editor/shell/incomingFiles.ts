import { useEffect, useState } from 'react'
import { isProjectFile } from '#client/engine/project-file/file.ts'
import { isPhotoExpected, takeSharedFile, takeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import type { InterruptedWork } from '#client/kit/device-storage/waitingInTab.ts'
import { isFontFile } from '#client/kit/fonts/own/importFont.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { applyDroppedFont } from '#client/layers/text/droppedFont.ts'
import type { Notices } from '#client/model/session/session.ts'
import { NOT_READ, unreadable } from '../flows/messages.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Confirmation shown before a file from the share target is opened, because any website can send such a file. */
const CONFIRM_SHARED = {
  title: 'Open the shared file?',
  text: 'Another app or website sent this file. Open it only if you shared it.',
  confirm: 'Open',
  cancel: 'Cancel',
} as const

interface FileOpener {
  /**
   * Opens a photo as a new document. A newer call cancels earlier calls. Resolves when the subject is found. Never
   * rejects.
   */
  openPhoto(photo: File): Promise<void>
  /**
   * Opens a photo, a project or a font, depending on the file's type. `openImage` replaces the function that opens
   * photos.
   */
  openFile(file: File, openImage?: (image: File) => void): void
}

export function useOpenFile(): FileOpener {
  const { session, uploader, projects } = useWorkspace()

  function openPhoto(photo: File) {
    projects.cancel()
    return uploader.upload(photo)
  }
  function openFile(file: File, openImage: (image: File) => void = openPhoto) {
    if (isFontFile(file)) void applyDroppedFont(session, file)
    else if (isProjectFile(file)) void projects.openFile(file)
    else openImage(file)
  }
  return { openPhoto, openFile }
}

/**
 * The browser's launch queue (File Handling API). TypeScript doesn't declare it. Only browsers that can install apps
 * have it.
 */
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files: readonly { name: string; getFile(): Promise<File> }[] }) => void): void
}

/**
 * Hook that opens files from outside the editor. These are the photo chosen on the home page, a file that another app
 * shared, and files that the operating system opens with the installed app (by the types in the manifest).
 * `interrupted`: see `EditorProps`. Returns true while the editor opens a photo from before a sign-in, or continues
 * work after a payment.
 */
export function useIncomingFiles(opener: FileOpener, interrupted: InterruptedWork | null): boolean {
  const [isOpening, setOpening] = useState(() => isPhotoExpected() || interrupted !== null)
  const { session, continueWork } = useWorkspace()
  const { notices } = session
  const latest = useLatest(opener)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(({ files: [first] }) => {
      // `getFile` rejects if the file was deleted
      first?.getFile().then(
        (file) => latest.current.openFile(file),
        () => notices.toast({ title: t(NOT_READ), detail: unreadable(first.name), isDestructive: true }),
      )
    })
    void takeWaitingPhoto()
      .then((photo) => {
        if (photo) return latest.current.openPhoto(photo)
        return interrupted ? continueWork(interrupted) : undefined
      })
      .then(() => setOpening(false))
    void takeConfirmedFile(notices).then((file) => file && latest.current.openFile(file))
  }, [latest, notices, interrupted, continueWork])
  return isOpening
}

/**
 * If the address has the parameter `shared`, another app has shared a file. Asks the user and resolves with this file,
 * or with null if there is none or the user declines. If the file could not be stored, a toast says so.
 */
async function takeConfirmedFile(notices: Notices): Promise<File | null> {
  const address = new URL(location.href)
  if (!address.searchParams.has('shared')) return null
  address.searchParams.delete('shared') // prevents looking for the shared file again after a reload
  history.replaceState(history.state, '', address)
  const file = await takeSharedFile().catch(console.warn)
  if (!file) {
    const description = t('The shared file didn’t arrive. Share it again, or open it here.')
    notices.toast({ title: t(NOT_READ), description, isDestructive: true })
  }
  return file && (await notices.confirm(tAll(CONFIRM_SHARED))) ? file : null
}
