import { useEffect, useState } from 'react'
import { isTyping } from '#client/kit/base/keyboard.ts'
import { listen } from '#client/kit/base/listeners.ts'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { isAccepted } from '#client/media/file/sniff.ts'

/** Several dropped photos, or a dropped folder. */
export interface DroppedPhotos {
  files: readonly File[]
  /** The dropped entries if they include a folder, or an empty list. */
  entries: readonly FileSystemEntry[]
}

/**
 * Hook for files that the user drops anywhere on the page, or pastes outside of text fields. Calls `onFile` with a
 * single file, and `onSeveral`, if given, with several photos or a folder. Returns true while a file is dragged over
 * the window.
 */
export function useFileDrop(
  onFile: (file: File) => void,
  onSeveral: ((dropped: DroppedPhotos) => void) | null,
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useLatest(onFile)
  const latestSeveral = useLatest(onSeveral)
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const take = (files: FileList | undefined) => {
      const file = files?.[0]
      if (file) latest.current(file)
    }
    return listen(window, {
      dragover(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      dragleave: ({ relatedTarget }) => relatedTarget === null && setOver(false),
      drop(event) {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        const several = latestSeveral.current && severalPhotos(event.dataTransfer)
        if (several) latestSeveral.current?.(several)
        else take(event.dataTransfer?.files)
      },
      paste(event) {
        if (isTyping(event.target) || !event.clipboardData?.files.length) return
        event.preventDefault()
        take(event.clipboardData.files)
      },
    })
  }, [latest, latestSeveral])
  return isOver
}

/** Returns the dropped photos, or null for fewer than two. Must be called while the event is handled. */
function severalPhotos(dropped: DataTransfer | null): DroppedPhotos | null {
  const entries = [...(dropped?.items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  const hasFolder = entries.some(({ isDirectory }) => isDirectory)
  const files = [...(dropped?.files ?? [])].filter(isAccepted)
  return hasFolder || files.length > 1 ? { files, entries: hasFolder ? entries : [] } : null
}
