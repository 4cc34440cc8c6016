/** Tests the whole editor with all features. Only the networks are fake: they find a disc, or stay pending. */
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cancelBusy } from '#client/editor/flows/flow.ts'
import { CANCELED, STATUS } from '#client/editor/flows/messages.ts'
import { writeProjectFile } from '#client/engine/project-file/file.ts'
import { packDocument } from '#client/engine/project-file/pack.ts'
import { stringsIn } from '#client/model/assets/store.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { WholeEditor } from '../../tests/helpers/editor.tsx'
import { aborted, openEditor, photoFile as photo } from '../../tests/helpers/openEditor.ts'
import { render } from '../../tests/helpers/render.ts'

/** A flow that implements every hook with a mock. */
const recordedFlow = () => ({
  cancel: vi.fn(),
  projectOpens: vi.fn(),
  subjectFound: vi.fn(),
  whenDone: vi.fn(() => null),
  importTemplate: vi.fn(async () => {}),
  dispose: vi.fn(),
})

/** Creates a headless editor with an additional flow. Its canvas paints immediately. */
function editorWithFlow() {
  const flow = recordedFlow()
  const opened = openEditor([() => flow])
  opened.workspace.stage.set({ preview: { settle: async () => {} }, draw() {} } as never)
  return { ...opened, flow }
}

const READY = STATUS.ready

it('the editor opens an uploaded photo and finds its subject', async () => {
  const { workspace } = openEditor()
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

it('opening another photo cancels the work of every flow', async () => {
  const { workspace, networks, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('one.png'))
  await expect.poll(() => networks.searches.length).toBe(1)
  const canceled = flow.cancel.mock.calls.length
  const { left } = networks
  await workspace.uploader.upload(await photo('two.png'))
  expect(networks.searches[0]?.aborted).toBe(true)
  expect(flow.cancel).toHaveBeenCalledTimes(canceled + 1)
  expect(networks.left).toBe(left + 1)
  await expect.poll(() => networks.searches.length).toBe(2)
  expect(workspace.session.doc.photo?.name).toBe('two.png')
})

it("canceling an upload stops the photo's analysis", async () => {
  const { workspace, networks } = editorWithFlow()
  const { ui } = workspace.session
  networks.quick = aborted
  const uploading = workspace.uploader.upload(await photo('cat.png'))
  await expect.poll(() => workspace.session.doc.photo?.name).toBe('cat.png')
  cancelBusy(workspace.session)
  await uploading
  expect([ui.busy, ui.status?.text]).toEqual([null, CANCELED])
  networks.quick = async () => {}
  await workspace.uploader.retry()
  await expect.poll(() => ui.status?.text).toBe(READY)
})

/** Drops files on the page, or pastes them. */
function give(how: 'drop' | 'paste', ...files: File[]) {
  const data = new DataTransfer()
  for (const file of files) data.items.add(file)
  const event = { bubbles: true, cancelable: true }
  document.body.dispatchEvent(
    how === 'drop'
      ? new DragEvent(how, { ...event, dataTransfer: data })
      : new ClipboardEvent(how, { ...event, clipboardData: data }),
  )
}

it.each([
  ['drop', 'batch', 'Batch edit'],
  ['paste', 'batch', 'Batch edit'],
  ['drop', 'shortcuts', 'Keyboard shortcuts'],
  ['paste', 'shortcuts', 'Keyboard shortcuts'],
] as const)("a %s of photos while the dialog '%s' is open doesn't replace the document", async (how, id, name) => {
  const { workspace } = openEditor()
  const { ui } = workspace.session
  const upload = vi.spyOn(workspace.uploader, 'upload').mockResolvedValue()
  render(<WholeEditor workspace={workspace} />)
  ui.dialog = id
  const dialog = page.getByRole('dialog', { name })
  await expect.element(dialog).toBeInTheDocument()
  const cat = await photo('cat.png')
  give(how, cat)
  give(how, cat, await photo('dog.png'))
  expect([ui.dialog, upload.mock.calls]).toEqual([id, []])
  ui.dialog = null
  await expect.element(dialog).not.toBeInTheDocument()
  give(how, cat)
  expect(upload).toHaveBeenCalledOnce()
})

it('after an export of the subject, a photo without a subject is exported as an entire image', async () => {
  const { workspace } = openEditor()
  const { doc, history, ui } = workspace.session
  render(<WholeEditor workspace={workspace} />)
  await workspace.uploader.upload(await photo('cat.png'))
  const dialog = page.getByRole('dialog', { name: 'Download' })
  const openDialog = async () => {
    ui.dialog = 'export'
    await expect.element(dialog).toBeInTheDocument()
  }
  await openDialog()
  const subjectOnly = dialog.getByRole('radio', { name: 'Subject only' })
  const button = await subjectOnly.findElement()
  if (button instanceof HTMLElement) button.click()
  await expect.element(subjectOnly).toBeChecked()
  ui.dialog = null
  await expect.element(dialog).not.toBeInTheDocument()
  history.restart(() => {
    doc.separation = null
  })
  await openDialog()
  await expect.poll(() => dialog.getByRole('status').element().textContent).toMatch(/^160 × 120 px, about/)
  await expect.element(dialog.getByRole('button', { name: 'Download' })).toBeEnabled()
})

it("a download asks a feature's flow whether its work is done", async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  void workspace.exports.save()
  await expect.poll(() => flow.whenDone.mock.calls.length).toBeGreaterThan(0)
})

it('opening another project cancels the work of every flow', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  const { session } = workspace
  const doc = snapshotOf(session)
  const { parts, ...packed } = await packDocument(doc, session.assets.withIds(stringsIn(doc)))
  const file = await writeProjectFile({ name: 'cat', savedAt: 0, document: doc, ...packed }, parts)
  const canceled = flow.cancel.mock.calls.length
  expect(flow.projectOpens).not.toHaveBeenCalled()
  expect(await workspace.projects.openFile(file)).toBe(true)
  expect(flow.cancel).toHaveBeenCalledTimes(canceled + 1)
  expect(flow.projectOpens).toHaveBeenCalledOnce()
})

it('dropping two projects shows that only one file can be opened at a time', async () => {
  const { workspace } = openEditor()
  const toast = vi.spyOn(workspace.session.notices, 'toast')
  render(<WholeEditor workspace={workspace} />)
  await expect.element(page.getByRole('main'), { timeout: 20_000 }).toBeVisible()
  const dataTransfer = new DataTransfer()
  for (const name of ['one.midground', 'two.midground']) dataTransfer.items.add(new File(['no project'], name))
  window.dispatchEvent(new DragEvent('drop', { cancelable: true, dataTransfer }))
  expect(toast).toHaveBeenCalledWith({ title: 'Only one file can be opened at a time.' })
})

it('leaving the editor cancels every flow', async () => {
  const { workspace, flow } = editorWithFlow()
  await workspace.uploader.upload(await photo('cat.png'))
  workspace.dispose()
  expect(flow.cancel).toHaveBeenCalled()
  expect(flow.dispose).toHaveBeenCalledOnce()
})
