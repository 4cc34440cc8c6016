import { useEffect, useState } from 'react'
import { isProjectFile } from '#client/engine/project-file/file.ts'
import { isPhotoExpected, takeSharedFiles, takeWaitingPhoto } from '#client/kit/device-storage/sharedFile.ts'
import type { InterruptedWork } from '#client/kit/device-storage/waitingInTab.ts'
import { isFontFile } from '#client/kit/fonts/own/importFont.ts'
import { t, tAll } from '#client/kit/i18n/translate.ts'
import { useLatest, useRequired } from '#client/kit/ui/hooks.ts'
import { applyDroppedFont } from '#client/layers/text/droppedFont.ts'
import type { Notices } from '#client/model/session/session.ts'
import { NOT_READ, unreadable } from '../flows/messages.ts'
import { FeaturesContext } from '../host/Slot.tsx'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

/** Confirmation shown before a file from the share target is opened, because any website can send such a file. */
const CONFIRM_SHARED = {
  title: 'Open the shared file?',
  text: 'Another app or website sent this file. Open it only if you shared it.',
  confirm: 'Open',
  cancel: 'Cancel',
} as const

/** The same confirmation for several files. */
const CONFIRM_SEVERAL = {
  ...CONFIRM_SHARED,
  title: 'Open the shared files?',
  text: 'Another app or website sent these files. Open them only if you shared them.',
} as const

/** Tells the user that the editor opens one file at a time, if there are several. */
export function sayOnlyOne(notices: Notices, files: readonly File[]): void {
  if (files.length > 1) notices.toast({ title: t('Only one file can be opened at a time.') })
}

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
 * Hook that opens files from outside the editor. These are the photo chosen on the home page, files that another app
 * shared, and files that the operating system opens with the installed app (by the types in the manifest). Several
 * files are handled like a drop.
 * `interrupted`: see `EditorProps`. Returns true while the editor opens a photo from before a sign-in, or continues
 * work after a payment.
 */
export function useIncomingFiles(opener: FileOpener, interrupted: InterruptedWork | null): boolean {
  const [isOpening, setOpening] = useState(() => isPhotoExpected() || interrupted !== null)
  const { session, continueWork } = useWorkspace()
  const { notices } = session
  const latest = useLatest(opener)
  const { features } = useRequired(FeaturesContext)
  useEffect(() => {
    const { launchQueue } = window as { launchQueue?: LaunchQueue }
    launchQueue?.setConsumer(async (launch) => {
      const read = await Promise.allSettled(launch.files.map((each) => each.getFile()))
      // `getFile` rejects if the file was deleted
      const lost = launch.files.find((_, i) => read[i]?.status === 'rejected')
      if (lost) notices.toast({ title: t(NOT_READ), detail: unreadable(lost.name), isDestructive: true })
      openFiles(read.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])))
    })
    function openFiles(files: readonly File[]) {
      const [first] = files
      if (!first) return
      const given = new DataTransfer()
      for (const file of files) given.items.add(file)
      if (features.some((feature) => feature.takesDrop?.(given, session))) return
      latest.current.openFile(first)
      sayOnlyOne(notices, files)
    }
    void takeWaitingPhoto()
      .then((photo) => {
        if (photo) return latest.current.openPhoto(photo)
        return interrupted ? continueWork(interrupted) : undefined
      })
      .then(() => setOpening(false))
    void takeConfirmedFiles(notices).then(openFiles)
  }, [latest, session, notices, features, interrupted, continueWork])
  return isOpening
}

/**
 * If the address has the parameter `shared`, another app has shared files. Asks the user and resolves with these files,
 * or with none if there are none or the user declines. If the files could not be stored, a toast says so.
 */
async function takeConfirmedFiles(notices: Notices): Promise<readonly File[]> {
  const address = new URL(location.href)
  if (!address.searchParams.has('shared')) return []
  address.searchParams.delete('shared') // prevents looking for the shared files again after a reload
  history.replaceState(history.state, '', address)
  const files = (await takeSharedFiles().catch(console.warn)) ?? []
  if (files.length === 0) {
    const description = t('The shared file didn’t arrive. Share it again, or open it here.')
    notices.toast({ title: t(NOT_READ), description, isDestructive: true })
    return []
  }
  return (await notices.confirm(tAll(files.length > 1 ? CONFIRM_SEVERAL : CONFIRM_SHARED))) ? files : []
}
