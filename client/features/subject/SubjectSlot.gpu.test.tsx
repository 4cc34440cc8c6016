import { expect, it, vi } from 'vitest'
import { STATUS } from '#client/editor/flows/messages.ts'
import { WorkspaceContext } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { createListeners } from '#client/kit/async/listeners.ts'
import type { PillStatus } from '#client/kit/ui/feedback/StatusPill.tsx'
import { DEFAULT_MODEL } from '#client/media/segmenter/modelManifest.ts'
import { SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { PictureFade } from './SubjectSlot.tsx'
import { subjectState } from './subjectState.ts'
import { useSubjectStatus } from './useSubjectStatus.ts'

/** Mounts the cross-fade. `isStill` simulates the system setting for reduced motion. */
function mount({ isStill = false } = {}) {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: isStill } as MediaQueryList)
  const [changes, moves] = [createListeners(), createListeners()]
  const picture = document.createElement('canvas')
  Object.assign(picture, { width: 40, height: 30 })
  const context = picture.getContext('2d')!
  context.fillStyle = '#ff8000'
  context.fillRect(0, 0, 40, 30)
  render(<PictureFade onChange={changes.subscribe} onMove={moves.subscribe} picture={() => picture} />)
  const shown = () => document.querySelector<HTMLCanvasElement>('canvas[aria-hidden]')!
  return { changes, moves, shown }
}

it('PictureFade fades from the previous image to the image with better pixels', async () => {
  const { changes, shown } = mount()
  expect(shown().hidden).toBe(true)
  changes.emit()
  expect(shown().hidden).toBe(false)
  expect([...shown().getContext('2d')!.getImageData(20, 15, 1, 1).data]).toEqual([255, 128, 0, 255])
  await expect.poll(() => shown().hidden).toBe(true)
})

it('moving the view hides the previous image of PictureFade immediately', () => {
  const { changes, moves, shown } = mount()
  changes.emit()
  moves.emit()
  expect(shown().hidden).toBe(true)
})

it("with reduced motion, PictureFade doesn't show the previous image", () => {
  const { changes, shown } = mount({ isStill: true })
  changes.emit()
  expect(shown().hidden).toBe(true)
})

/** Mounts the hook of the status. `status` returns its result. */
function mountStatus(said: PillStatus | null) {
  const session = separatedPhoto()
  const [skip, cancel] = [vi.fn(), vi.fn()]
  // safe cast: the hook needs only these parts
  const workspace = { session, flow: () => ({ skip }), downloader: { cancel } } as unknown as Workspace
  let status: PillStatus | null = null
  function Status() {
    status = useSubjectStatus(said)
    return null
  }
  render(
    <SessionContext value={session}>
      <WorkspaceContext value={workspace}>
        <Status />
      </WorkspaceContext>
    </SessionContext>,
  )
  return { session, skip, cancel, status: (): PillStatus | null => status }
}

it('while a download waits for the better matte, “Download now” replaces the message “All set!”', async () => {
  const { session, skip, status } = mountStatus({ message: 'All set!', tone: 'done' })
  session.history.restart(() => Object.assign(session.doc.separation!, { model: DEFAULT_MODEL }))
  session.ui.subject.isRefining = true
  expect(status()).toMatchObject({ tone: 'done' })
  session.ui.isDownloading = true
  await expect.poll(status).toMatchObject({ tone: 'busy', action: { label: 'Download now', run: skip } })
})

it('while a download waits for an erasure, the user can cancel the download', async () => {
  const { session, cancel, status } = mountStatus(null)
  subjectState(session).erasing = [{ id: 'a', at: null, estimate: null, mask: null, isFilled: false }]
  await expect.poll(status).toMatchObject({ message: 'Erasing the object…', tone: 'busy' })
  expect(status()?.action).toBeUndefined()
  session.ui.isDownloading = true
  await expect.poll(() => status()?.action?.label).toBe('Cancel')
  status()?.action?.run?.()
  expect(cancel).toHaveBeenCalledOnce()
})

it("a download that is being delivered doesn't offer Cancel, even while an object is being erased", async () => {
  const { session, status } = mountStatus({ message: STATUS.preparing, tone: 'busy', fraction: null })
  session.ui.isDownloading = true
  subjectState(session).erasing = [{ id: 'a', at: null, estimate: null, mask: null, isFilled: false }]
  await expect.poll(status).toEqual({ message: STATUS.preparing, tone: 'busy', fraction: null })
})
