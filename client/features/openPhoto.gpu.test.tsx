/** Tests of the whole editor with all features. Only the networks are fake: they find a disc, or wait. */
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CANCELLED, STATUS } from '#client/editor/flows/messages.ts'
import { createWorkspace, type Workspace } from '#client/editor/workspace/workspace.ts'
import { writeProjectFile } from '#client/engine/project-file/file.ts'
import { packDocument } from '#client/engine/project-file/pack.ts'
import { err, ok } from '#client/kit/base/result.ts'
import type { SegmentOptions } from '#client/media/segmenter/segmentation.ts'
import type { FoundMatte, Segmentation } from '#client/media/segmenter/segmenter.ts'
import { stringsIn } from '#client/model/assets/store.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { ACCOUNT, WholeEditor } from '../../tests/helpers/editor.tsx'
import { realPhoto } from '../../tests/helpers/photos.ts'
import { discCoverage } from '../../tests/helpers/rasterised.ts'
import { render } from '../../tests/helpers/render.ts'
import { SILENT } from '../../tests/helpers/session.ts'
import { features } from './registry.ts'
import { packTemplateFile } from './templates/templateLibrary.ts'

let workspace: Workspace | null = null

afterEach(() => {
  workspace?.dispose()
  workspace = null
})

const discOf = ({ width, height }: ImageBitmap) => ({ width, height, coverage: discCoverage(width, height) })

/** Networks whose better matte waits. `searches`: their signals. `left` counts the calls of `leave`. */
function fakeNetworks() {
  const searches: AbortSignal[] = []
  const networks = { searches, left: 0, quick: async (_: AbortSignal) => {} }
  const segmentation = {
    segmenter: {
      warmUp() {},
      async segment(image: ImageBitmap, { signal, onSent }: SegmentOptions) {
        onSent?.()
        await networks.quick(signal)
        return signal.aborted ? err('aborted') : ok(discOf(image))
      },
    },
    refiner: {
      async find(image: ImageBitmap, { signal }: SegmentOptions) {
        searches.push(signal)
        await aborted(signal)
        return signal.aborted ? err('aborted') : ok<FoundMatte>({ ...discOf(image), isConfident: true, candidates: [] })
      },
      leave: () => void networks.left++,
    },
    memory: async () => ({ tensors: 0 }),
    dispose() {},
  } as unknown as Segmentation
  return { networks, segmentation }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve())
  })

/** A flow with every hook. Its hooks are mocks. */
const recordedFlow = () => ({
  cancel: vi.fn(),
  cancelBusy: vi.fn(),
  subjectFound: vi.fn(),
  whenDone: vi.fn(() => null),
  importTemplate: vi.fn(async () => {}),
  dispose: vi.fn(),
})

/** Creates an editor without a screen, with a further flow. Its canvas paints immediately. */
function editorWithFlow() {
  const { networks, segmentation } = fakeNetworks()
  const flow = recordedFlow()
  const { panels, flows } = features
  workspace = createWorkspace(SILENT, ACCOUNT, { panels, flows: [...flows, () => flow] }, segmentation)
  workspace.stage.set({ preview: { settle: async () => {} }, draw() {} } as never)
  return { workspace, networks, flow }
}

async function photo(name: string): Promise<File> {
  const { width, height, rgba } = await realPhoto()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' })
}

const READY = STATUS.ready

it('the screen shows an opened photo with its subject', async () => {
  const { segmentation } = fakeNetworks()
  workspace = createWorkspace(SILENT, ACCOUNT, features, segmentation)
  const place = render(<WholeEditor workspace={workspace} />)
  Object.assign(place.style, { position: 'fixed', inset: '0' })
  void workspace.uploader.upload(await photo('cat.png'))
  await expect.element(page.getByText(READY).first()).toBeInTheDocument()
  const doc = snapshotOf(workspace.session)
  expect(doc.photo).toMatchObject({ name: 'cat.png', width: 160, height: 120 })
  expect(doc.order.map((id) => doc.layers[id]?.kind)).toEqual(['background', 'subject'])
  expect(workspace.session.ui.busy).toBeNull()
})

it('the search for a better matte begins after the subject is shown', async () => {
  const { workspace, networks, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  await expect.poll(() => workspace.session.ui.status?.text).toBe(READY)
  expect(flow.subjectFound).toHaveBeenCalledOnce()
  await expect.poll(() => networks.searches.length).toBe(1)
})

it('a new photo ends the work of all flows on the previous photo', async () => {
  const { workspace, networks, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('one.png'))
  await expect.poll(() => networks.searches.length).toBe(1)
  const cancelled = flow.cancel.mock.calls.length
  const { left } = networks
  await workspace.uploader.upload(await photo('two.png'))
  expect(networks.searches[0]?.aborted).toBe(true)
  expect(flow.cancel).toHaveBeenCalledTimes(cancelled + 1)
  expect(networks.left).toBe(left + 1)
  await expect.poll(() => networks.searches.length).toBe(2)
  expect(workspace.session.doc.photo?.name).toBe('two.png')
})

it('cancelling ends the analysis of a photo and the busy work of all flows', async () => {
  const { workspace, networks, flow } = editorWithFlow()
  const { ui } = workspace.session
  networks.quick = aborted
  const uploading = workspace.uploader.upload(await photo('cat.png'))
  await expect.poll(() => workspace.session.doc.photo?.name).toBe('cat.png')
  workspace.cancelBusy()
  await uploading
  expect([ui.busy, ui.status?.text]).toEqual([null, CANCELLED])
  expect(flow.cancelBusy).toHaveBeenCalledOnce()
  networks.quick = async () => {}
  await workspace.uploader.retry()
  await expect.poll(() => ui.status?.text).toBe(READY)
})

it('a download waits for the flows', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  void workspace.exports.save()
  await expect.poll(() => flow.whenDone.mock.calls.length).toBeGreaterThan(0)
})

it('a template file is handed to the flows', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  const file = await packTemplateFile(workspace.session, 'My template', () => 0)
  await workspace.projects.openFile(file)
  expect(flow.importTemplate).toHaveBeenCalledOnce()
})

it('another project ends the work of all flows', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  const { session } = workspace
  const doc = snapshotOf(session)
  const { parts, ...packed } = await packDocument(doc, session.assets.withIds(stringsIn(doc)))
  const file = await writeProjectFile({ name: 'cat', savedAt: 0, document: doc, ...packed }, parts)
  const cancelled = flow.cancel.mock.calls.length
  expect(await workspace.projects.openFile(file)).toBe(true)
  expect(flow.cancel).toHaveBeenCalledTimes(cancelled + 1)
})

it('leaving the editor ends all flows', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  workspace.dispose()
  expect(flow.cancel).toHaveBeenCalled()
  expect(flow.dispose).toHaveBeenCalledOnce()
})
