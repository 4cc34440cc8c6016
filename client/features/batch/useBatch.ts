import { useEffect, useState } from 'react'
import { downloadDelivery, isDismissed } from '#client/editor/flows/exports.ts'
import { CONFIRM_HEIC } from '#client/editor/flows/messages.ts'
import { type BatchItem, batchStore } from '#client/editor/storage/batchStore.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { loadTextFonts } from '#client/engine/template/withTexts.ts'
import { withLock } from '#client/kit/async/scheduling.ts'
import { isSaveDataOn } from '#client/kit/browser/network.ts'
import { BRAND_NAME } from '#client/kit/browser/page.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { randomUuid } from '#client/kit/values/ids.ts'
import { hiddenTexts } from '#client/layers/text/hiddenText.ts'
import { canEncodeExactly } from '#client/media/exporter/formats/registry.ts'
import { type Notices, type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { openSubjectTool, SELECT_SUBJECT_PANEL } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { Batch } from './batch.ts'
import { CONFIRM_CLOSE } from './batchTexts.ts'
import { previewTimes } from './state.ts'
import { folderTarget, handOverOf, zipTarget } from './targets.ts'

/**
 * Hook that opens the account's batch on mount and closes the batch on unmount. Returns null before the first effect.
 */
export function useBatch(): Batch | null {
  const workspace = useWorkspace()
  const [batch, setBatch] = useState<Batch | null>(null)
  useEffect(() => {
    const made = createBatch(workspace)
    setBatch(made)
    void made.open() // `open` never rejects
    return () => void made.close() // `close` never rejects
  }, [workspace])
  return batch
}

/**
 * Resolves with true if the dialog may be closed. During an export, only the button Cancel export stops the export.
 * While photos are being added, asks the user, because the photos that aren't stored yet would be lost.
 */
export async function mayClose({ state }: Pick<Batch, 'state'>, { confirm }: Pick<Notices, 'confirm'>) {
  if (state.exporting) return false
  return state.adding === 0 || confirm(tAll(CONFIRM_CLOSE))
}

function createBatch({ session, batchAccount, report }: Workspace): Batch {
  const consent = createConsent(() => session.notices.confirm(tAll(CONFIRM_HEIC)))
  return new Batch({
    store: batchStore,
    previewMs: previewTimes(session),
    account: batchAccount,
    async createRenderer() {
      const { createBatchRenderer } = await import('./createBatchRenderer.ts')
      return createBatchRenderer({
        consentToConvert: consent.ask,
        improves: !isSaveDataOn(),
        report,
        now: Date.now,
      })
    },
    reconsider: consent.reconsider,
    lock: lockBatch,
    newKey: randomUuid,
    now: Date.now,
    brand: BRAND_NAME,
    readsExactly: canEncodeExactly,
  })
}

/** Acquires a Web Lock, because two tabs that process the same batch would make each image twice. */
const lockBatch = (owner: string, signal: AbortSignal) =>
  new Promise<() => void>((resolve, reject) => {
    const hold = () => new Promise<void>((release) => resolve(release))
    withLock(`midground-batch-${owner}`, hold, { signal }).catch(reject)
  })

/**
 * Shows in the editor why an opened photo of the batch has a warning. If the subject hides letters of a text layer,
 * selects this text in the Text tab. Otherwise, or if the subject isn't certain, opens Select subject.
 */
export async function showWarning(session: Session, subject: BatchItem['subject']): Promise<void> {
  const { ui, assets } = session
  const doc = snapshotOf(session)
  const matte = subject === 'sure' ? matteOf(doc, assets) : null
  if (matte) await loadTextFonts(doc)
  const [hidden] = matte ? hiddenTexts(doc, matte) : []
  if (!hidden) return openSubjectTool(ui, SELECT_SUBJECT_PANEL)
  select(ui, hidden)
  ui.panel = 'text'
}

/** The File System Access API, which TypeScript does not declare. */
type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<FileSystemDirectoryHandle>

/** Hook that returns functions that export the batch. `toFolder` is null if the browser can't write to folders. */
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
              if (!isDismissed(error)) console.warn(error)
              return null // the user chose no folder or denied write access
            })
            if (folder) await batch.exportTo(folderTarget(folder))
          },
  }
}

/** Creates a consent question that is asked only once for all photos. `ask` shows the question to the user. */
export function createConsent(ask: () => Promise<boolean>) {
  let answer: Promise<boolean> | null = null
  let isDeclined = false
  return {
    /** Resolves with the user's answer. Later calls resolve with the same answer. */
    ask() {
      answer ??= ask().then((isGiven) => {
        isDeclined = !isGiven
        return isGiven
      })
      return answer
    },
    /** Discards a negative answer, so that the next `ask` shows the question again. */
    reconsider() {
      if (isDeclined) answer = null
      isDeclined = false
    },
  }
}
