import { expect, it, vi } from 'vitest'
import { type BatchStore, createMemoryBatchStore } from '#client/editor/storage/batchStore.ts'
import { err } from '#client/kit/values/result.ts'
import { Declined } from './export.ts'
import { begun, collector, idOf, made, openBatch, photo, settled, states, TestRenderer } from './testing.ts'
import { mayClose } from './useBatch.ts'

const MINE = { kind: 'file', id: 'x', name: 'Mine' } as const

/**
 * Creates an in-memory store. After `hold()`, writes stay pending until the test calls the function that `hold`
 * returned.
 */
function heldStore() {
  const store = createMemoryBatchStore()
  let held = Promise.resolve()
  const writes = { begun: 0, ended: 0 }
  const write: BatchStore['write'] = async (change) => {
    writes.begun++
    await held
    const stored = await store.write(change)
    writes.ended++
    return stored
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return { store: { ...store, write }, writes, hold }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

it('no photo is rendered until a newly chosen template has been stored', async () => {
  const { store, writes, hold } = heldStore()
  const opened = await made(['a.jpg'], { store })
  const endOfFirst = hold()
  const { begun } = writes
  const adding = opened.batch.add([photo('b.jpg')])
  const choosing = opened.batch.chooseTemplate(MINE, new Blob(['my design']))
  await expect.poll(() => writes.begun).toBe(begun + 1)
  const endOfSecond = hold()
  endOfFirst() // now the new photo is stored, but not the new template
  await adding
  await tick()
  expect(opened.batch.state.isRunning).toBe(false)
  endOfSecond()
  await choosing
  await settled(opened)
  expect(opened.batch.state.items.map(({ thumbnail }) => thumbnail)).toEqual(Array(2).fill('data:,my design'))
})

it("adding a photo doesn't interrupt the removal of a photo that is being rendered", async () => {
  const { store, hold } = heldStore()
  const renderer = new TestRenderer()
  const opened = await made([], { store, renderer })
  const { batch } = opened
  renderer.hangs.add('a.jpg')
  for (let turns = 0; turns < 30; turns++) {
    await batch.add([photo('a.jpg')])
    await expect.poll(() => batch.state.current).toBe(idOf(opened, 'a.jpg'))
    const release = hold()
    const adding = batch.add([photo('b.jpg')])
    release()
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    await Promise.all([batch.remove([idOf(opened, 'a.jpg')]), adding])
    await settled(opened)
    expect(states(opened)).toEqual(['b.jpg done'])
    await batch.remove([idOf(opened, 'b.jpg')])
  }
})

it("a batch whose new template can't be saved continues with the previous template", async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValueOnce(err('full'))
  await opened.batch.chooseTemplate(MINE, new Blob(['my design']))
  await settled(opened)
  expect(opened.batch.state.record.design).toMatchObject({ id: 'poster' })
  expect(opened.batch.state.items).toMatchObject([{ state: 'done', thumbnail: 'data:,poster' }])
  expect(opened.batch.state.notice).toBe('full')
})

it("pausing the batch doesn't store a template that couldn't be saved", async () => {
  const opened = await made(['a.jpg'])
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<BatchStore['write']>>>()
  vi.spyOn(opened.store, 'write').mockReturnValueOnce(promise)
  const choosing = opened.batch.chooseTemplate(MINE, new Blob(['my design']))
  await expect.poll(() => opened.batch.state.record.design).toMatchObject(MINE)
  const pausing = opened.batch.pause()
  resolve(err('full'))
  await Promise.all([choosing, pausing])
  expect((await opened.store.read('anna')).record).toMatchObject({ design: { id: 'poster' }, isPaused: true })
})

it('the batch works if the browser rejects the request for a lock', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lock = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  const opened = await made(['a.jpg'], { lock })
  expect(opened.batch.state.phase).toBe('ready')
  expect(states(opened)).toEqual(['a.jpg done'])
})

it('closing a batch releases the lock after all pending changes are stored', async () => {
  const { store, writes, hold } = heldStore()
  const unfinished: number[] = []
  const opened = await made(['a.jpg'], {
    store,
    lock: async () => () => void unfinished.push(writes.begun - writes.ended),
  })
  const release = hold()
  const first = opened.batch.changeSettings({ format: 'jpeg' })
  const closing = opened.batch.close()
  await tick()
  const second = opened.batch.changeSettings({ format: 'webp' })
  release()
  await Promise.all([first, second, closing])
  expect(unfinished).toEqual([0])
  expect((await store.read('anna')).record?.settings).toMatchObject({ format: 'jpeg' })
})

it('while photos are being added, the dialog closes only if the user agrees', async () => {
  const { store, hold } = heldStore()
  const { batch } = await made(['a.jpg'], { store })
  const confirm = vi.fn(async () => false)
  expect(await mayClose(batch, { confirm })).toBe(true)
  const release = hold()
  const adding = batch.add([photo('b.jpg'), photo('c.jpg')])
  expect([await mayClose(batch, { confirm }), confirm.mock.calls.length]).toEqual([false, 1])
  release()
  await adding
  expect([await mayClose(batch, { confirm }), confirm.mock.calls.length]).toEqual([true, 1])
})

it("a closed batch doesn't accept photos", async () => {
  const opened = await made(['a.jpg'])
  const closing = opened.batch.close()
  await opened.batch.add([photo('b.jpg')])
  await closing
  expect((await opened.store.read('anna')).items.map(({ name }) => name)).toEqual(['a.jpg'])
  expect(opened.batch.state.adding).toBe(0)
})

it('photos from simultaneous calls of add have the same order in the batch and in the store', async () => {
  const opened = await made([])
  await Promise.all([
    opened.batch.add([photo('a.jpg'), photo('b.jpg')]),
    opened.batch.add([photo('notes.txt')]),
    opened.batch.add([photo('c.jpg')]),
  ])
  const { items } = opened.batch.state
  expect(new Set(items.map(({ place }) => place)).size).toBe(4)
  const { items: stored } = await opened.store.read('anna')
  expect(items.map(({ name }) => name)).toEqual(stored.map(({ name }) => name))
})

it("the batch reports 'not-stored', not 'full', if storage is unavailable", async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValue(err('unavailable'))
  await opened.batch.add([photo('b.jpg')])
  expect(opened.batch.state.notice).toBe('not-stored')
})

it("a photo whose result can't be stored fails with a storage error", async () => {
  const opened = await made([])
  const { write } = opened.store
  vi.spyOn(opened.store, 'write').mockImplementation(async (change) =>
    change.items?.some(({ state }) => state === 'done') ? err('unavailable') : write(change),
  )
  await opened.batch.add([photo('a.jpg')])
  await settled(opened)
  expect(opened.batch.state.items).toMatchObject([{ state: 'failed', error: 'not-stored' }])
})

it("a photo whose project can't be created for the editor is marked as failed", async () => {
  const renderer = new TestRenderer()
  const opened = await made(['a.jpg'], { renderer })
  vi.spyOn(renderer, 'project').mockResolvedValue(err('out-of-memory') as never)
  const open = vi.fn(async () => true)
  expect(await opened.batch.openAsProject(idOf(opened, 'a.jpg'), open)).toBe(false)
  expect(open).not.toHaveBeenCalled()
  expect(opened.batch.state.items).toMatchObject([{ state: 'failed', error: 'out-of-memory' }])
})

it("opening a photo in the editor reports that the batch's template has been deleted", async () => {
  const store = createMemoryBatchStore()
  await made(['a.jpg'], { store })
  const renderer = new TestRenderer()
  vi.spyOn(renderer, 'openTemplate').mockResolvedValue(false)
  const after = openBatch({ store, renderer })
  await after.batch.open()
  expect(await after.batch.openAsProject(idOf(after, 'a.jpg'), async () => true)).toBe(false)
  expect([after.batch.state.notice, ...states(after)]).toEqual(['template-lost', 'a.jpg done'])
})

it("declining the save dialog doesn't mark the image as delivered", async () => {
  const opened = await made(['a.jpg'])
  const { target } = collector()
  const deliver: typeof target.deliver = async (next) => {
    await next()
    throw new Declined()
  }
  await opened.batch.exportTo({ ...target, deliver })
  expect(opened.batch.state.notice).toBeNull()
  expect(opened.batch.state.items).toMatchObject([{ payment: 'requested' }])
})

it('exporting before all photos are ready reports that some images are missing', async () => {
  const renderer = new TestRenderer('b.jpg')
  const opened = await begun(['a.jpg', 'b.jpg'], { renderer })
  await expect.poll(() => opened.batch.state.current).toBe(idOf(opened, 'b.jpg'))
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect([delivered.length, opened.batch.state.notice]).toEqual([1, 'delivered-part'])
  renderer.hangs.clear()
  await opened.batch.resume()
  await settled(opened)
  await opened.batch.exportTo(target)
  expect([delivered.length, opened.batch.state.notice]).toMatchObject([3, { code: 'delivered' }])
})
