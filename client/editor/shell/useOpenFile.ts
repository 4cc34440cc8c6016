import { useSnapshot } from 'valtio'
import { isFontFile } from '../../kit/fonts/own/importFont.ts'
import { applyDroppedFont } from '../../layers/text/droppedFont.ts'
import { isProjectFile } from '../storage/file.ts'
import { TABS } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'

interface FileOpener {
  /** Opens a photo as a new document. The newest request wins. */
  openPhoto(photo: File): void
  /** Opens a photo, a project or a font, whichever the file is. */
  openFile(file: File): void
  /** Like `openFile`, but an image becomes an overlay while the open tab takes images. */
  dropFile(file: File): void
  /** A dropped image would become an overlay. */
  dropsOverlays: boolean
}

/** Hook that returns what the screen does with the files that the user brings. */
export function useOpenFile(): FileOpener {
  const { session, uploader, overlays, projects } = useWorkspace()
  const { photo } = useSnapshot(session.doc)
  const { tab } = useSnapshot(session.ui)
  const dropsOverlays = photo !== null && TABS.some(({ id, takesImages }) => id === tab && takesImages)

  function openPhoto(photo: File) {
    projects.cancel()
    void uploader.upload(photo) // never rejects
  }
  function openFile(file: File) {
    if (isFontFile(file)) void applyDroppedFont(session, file)
    else if (isProjectFile(file)) void projects.openFile(file)
    else openPhoto(file)
  }
  function dropFile(file: File) {
    if (dropsOverlays && !isProjectFile(file) && !isFontFile(file)) void overlays.add(file, false)
    else openFile(file)
  }
  return { openPhoto, openFile, dropFile, dropsOverlays }
}
