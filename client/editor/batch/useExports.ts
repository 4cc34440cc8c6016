import { BRAND_NAME } from '../../kit/base/page.ts'
import { downloadDelivery } from '../flows/delivery.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import type { Batch } from './batch.ts'
import { folderTarget, handOverOf, zipTarget } from './targets.ts'

/** The File System Access API, which TypeScript does not declare. */
type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>

/** Hook that returns the exports of the queue; `toFolder` is null where the browser cannot write into folders. */
export function useExports(batch: Batch): { toZip(): Promise<void>; toFolder: (() => Promise<void>) | null } {
  const { session, exports } = useWorkspace()
  const { showDirectoryPicker: pick } = window as { showDirectoryPicker?: PickFolder }
  return {
    toZip() {
      const handOver = handOverOf(downloadDelivery(exports.targets, session))
      return batch.exportTo(zipTarget({ brand: BRAND_NAME, now: Date.now(), handOver }))
    },
    toFolder:
      pick === undefined
        ? null
        : async () => {
            const folder = await pick({ mode: 'readwrite', id: 'batch' }).catch((error: unknown) => {
              if (!(error instanceof DOMException && error.name === 'AbortError')) console.warn(error)
              return null // the user chose none, or the browser lets no page write there
            })
            if (folder) await batch.exportTo(folderTarget(folder))
          },
  }
}
