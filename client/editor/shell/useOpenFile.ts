import { isFontFile } from '../../kit/fonts/own/importFont.ts'
import { applyDroppedFont } from '../../layers/text/droppedFont.ts'
import { isProjectFile } from '../storage/file.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

interface FileOpener {
  /** Opens a photo as a new document. The newest request wins. */
  openPhoto(photo: File): void
  /** Opens a photo, a project or a font, whichever the file is. */
  openFile(file: File): void
  /** Like `openFile`, but an image becomes an overlay. */
  openOverlay(file: File): void
}

/** Hook that returns what the screen does with the files that the user brings. */
export function useOpenFile(): FileOpener {
  const { session, uploader, overlays, projects } = useWorkspace()

  function openPhoto(photo: File) {
    projects.cancel()
    void uploader.upload(photo) // never rejects
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
