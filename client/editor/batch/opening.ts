import { type BatchItem, pictureFileName } from '../storage/batchStore.ts'
import { keysToSpare, markFailed } from './items.ts'
import type { BatchRunner } from './runner.ts'
import type { BatchContext } from './state.ts'

/**
 * Makes a project of a photo and passes the project to `open`, which resolves with true when the project is open. The
 * photo then leaves the export of the batch. Resolves with false on failure. `signal` aborts when the batch is closed.
 */
export async function openInEditor(
  id: string,
  open: (file: Blob) => Promise<boolean>,
  { state, write, newKey }: BatchContext,
  runner: BatchRunner,
  signal: AbortSignal,
): Promise<boolean> {
  const withId = () => state.items.filter((item) => item.id === id)
  await runner.stop()
  const [item] = withId()
  const made = item && (await runner.run(item, signal, (renderer, photo) => renderer.project(photo, signal)))
  if (made && !made.ok) {
    const { error } = made
    if (error === 'template-lost') state.notice = error
    else if (error !== 'aborted') await write({ items: withId().map((each) => markFailed(each, error)) })
  }
  if (!made?.ok || !(await open(made.value))) return false
  const items = withId()
  const spareKeys = [...state.record.spareKeys, ...keysToSpare(items)]
  const opened = items.map((each): BatchItem => {
    const paid = each.payment === 'requested' ? ({ payment: 'none', creditKey: newKey() } as const) : {}
    return { ...each, ...paid, state: 'opened', picture: null }
  })
  await write({ record: { ...state.record, spareKeys }, items: opened, removedFiles: [pictureFileName(id)] })
  return true
}
