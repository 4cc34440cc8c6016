/** The page of the benchmark: the editor as the app shows it, with a segmented photo. */
import '#client/kit/ui/theme/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createWorkspace } from '#client/editor/workspace/workspace.ts'
import { features } from '#client/features/registry.ts'
import { ACCOUNT, WholeEditor } from '../../helpers/editor.tsx'
import { SILENT } from '../../helpers/session.ts'
import { coverageOf, open, portrait } from '../gpu/documents.ts'
import { fileOf, photoOf, sizeOf } from '../gpu/photo.ts'
import { type LongTask, watchLongTasks } from './longTasks.ts'

export interface WalkPage {
  openPhoto(): void
  /** Waits until all changes are painted. Returns the tasks of more than `above` ms since the last call. */
  settle(above: number): Promise<LongTask[]>
}

window.openWalk = async (setting) => {
  const size = sizeOf(12)
  const bitmap = await photoOf(size, setting.photo)
  const coverage = coverageOf(portrait(size))
  const file = await fileOf(bitmap)
  const longTasks = watchLongTasks()
  const workspace = createWorkspace(SILENT, ACCOUNT, features)
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // renders in small tasks, as the app does
  startTransition(() => createRoot(root).render(<WholeEditor workspace={workspace} />))
  await quiet()
  longTasks.take(0)
  return {
    openPhoto: () => open(workspace.session, bitmap, coverage, file),
    async settle(above) {
      const { preview } = await workspace.stage.ready()
      await preview.settle()
      await quiet()
      return longTasks.take(above)
    },
  }
}

/** Waits for two frames and a pause, so that the effects of a step are painted. */
const quiet = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))
