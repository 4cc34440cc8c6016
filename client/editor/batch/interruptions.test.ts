/** What comes while a change of the queue is being stored, and what goes wrong while it is. */
import { afterEach, expect, it, vi } from 'vitest'
import { err } from '../../kit/base/result.ts'
import { type BatchStore, createMemoryBatchStore } from '../storage/batchStore.ts'
import { Declined } from './export.ts'
import { collector, idOf, made, openBatch, photo, settled, states, TestRenderer, TestServer } from './testing.ts'

afterEach(() => void vi.restoreAllMocks())

const MINE = { kind: 'file', id: 'x', name: 'Mine' } as const

/** A store in memory. Changes that begin after a call of `hold` wait until what it returns is called. */
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
    let release = () => {}
    held = new Promise((resolve) => (release = resolve))
    return () => release()
  }
  return { store: { ...store, write }, writes, hold }
}

const tick = () => new Promise((resolve) => setTimeout(resolve, 5))

it('makes no photo with the design before while a new one is being stored', async () => {
  const { store, hold } = heldStore()
  const opened = await made(['a.jpg'], { store })
  const endOfFirst = hold()
  const adding = opened.batch.add([photo('b.jpg')])
  const choosing = opened.batch.chooseDesign(MINE, new Blob(['my design']))
  await tick()
  const endOfSecond = hold()
  endOfFirst() // the new photo is stored, the design is not yet
  await adding
  await tick()
  expect(opened.batch.state.isRunning).toBe(false)
  endOfSecond()
  await choosing
  await settled(opened)
  expect(opened.batch.state.items.map(({ thumbnail }) => thumbnail)).toEqual(Array(2).fill('data:,my design'))
})

it('keeps the design before when a new one cannot be stored', async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValueOnce(err('full'))
  await opened.batch.chooseDesign(MINE, new Blob(['my design']))
  await settled(opened)
  expect(opened.batch.state.queue.design).toMatchObject({ id: 'poster' })
  expect(opened.batch.state.items).toMatchObject([{ state: 'done', thumbnail: 'data:,poster' }])
  expect(opened.batch.state.notice).toBe('full')
})

it('keeps the design before when two new ones, chosen at once, cannot be stored', async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValueOnce(err('full')).mockResolvedValueOnce(err('full'))
  await Promise.all(['x', 'y'].map((id) => opened.batch.chooseDesign({ ...MINE, id }, new Blob(['my design']))))
  await settled(opened)
  expect(opened.batch.state.queue.design).toMatchObject({ id: 'poster' })
  expect(opened.batch.state.items).toMatchObject([{ state: 'done', thumbnail: 'data:,poster' }])
})

it('goes on without a lock where the browser gives none', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lock = () => Promise.reject(new DOMException('not here', 'SecurityError'))
  const opened = await made(['a.jpg'], { lock })
  expect(opened.batch.state.phase).toBe('ready')
  expect(states(opened)).toEqual(['a.jpg done'])
})

it('gives the queue to another tab when all changes that have begun are stored', async () => {
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
  expect((await store.read('anna')).queue?.settings).toMatchObject({ format: 'jpeg' })
})

it('adds no photo after it was closed', async () => {
  const opened = await made(['a.jpg'])
  const closing = opened.batch.close()
  await opened.batch.add([photo('b.jpg')])
  await closing
  expect((await opened.store.read('anna')).items.map(({ name }) => name)).toEqual(['a.jpg'])
  expect(opened.batch.state.adding).toBe(0)
})

it('gives photos that are added at the same time places of their own, and shows them in order', async () => {
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

it('says that there is no room only where that is so', async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValue(err('unavailable'))
  await opened.batch.add([photo('b.jpg')])
  expect(opened.batch.state.notice).toBe('not-stored')
})

it('a photo whose subject cannot be stored fails for that reason', async () => {
  const opened = await made([])
  const { write } = opened.store
  vi.spyOn(opened.store, 'write').mockImplementation(async (change) =>
    change.items?.some(({ state }) => state === 'done') ? err('unavailable') : write(change),
  )
  await opened.batch.add([photo('a.jpg')])
  await settled(opened)
  expect(opened.batch.state.items).toMatchObject([{ state: 'failed', error: 'not-stored' }])
})

it('neither exports nor charges a photo that is being opened in the editor', async () => {
  const opened = await made(['a.jpg'], { server: new TestServer({ credits: 5 }) })
  let answer = (_: boolean) => {}
  const open = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)))
  const opening = opened.batch.openAsProject(idOf(opened, 'a.jpg'), open)
  const { delivered, target } = collector()
  const exporting = opened.batch.exportTo(target)
  await vi.waitFor(() => expect(open).toHaveBeenCalled())
  await tick()
  answer(true)
  await Promise.all([opening, exporting])
  expect([states(opened), delivered, opened.server.charged.size]).toEqual([['a.jpg opened'], [], 0])
  expect(opened.batch.state.queue.spareKeys).toEqual([])
})

it('opens no photo in the editor while pictures are exported', async () => {
  const renderer = new TestRenderer()
  const opened = await made(['a.jpg'], { renderer, server: new TestServer({ credits: 5 }) })
  renderer.hangs.add('a.jpg')
  const exporting = opened.batch.exportTo(collector().target)
  const open = vi.fn(async () => true)
  expect(await opened.batch.openAsProject(idOf(opened, 'a.jpg'), open)).toBe(false)
  opened.batch.cancelExport()
  await exporting
  expect(open).not.toHaveBeenCalled()
  expect(states(opened)).toEqual(['a.jpg done'])
})

it('a photo that changes while its picture is made keeps the change, and is not exported', async () => {
  const renderer = new TestRenderer()
  const opened = await made(['a.jpg', 'b.jpg', 'c.jpg'], { renderer, server: new TestServer({ credits: 5 }) })
  const { picture } = renderer
  vi.spyOn(renderer, 'picture').mockImplementation(async (one, settings, signal) => {
    const { name } = one.file
    if (name === 'a.jpg') await opened.batch.remove([one.id])
    if (name === 'b.jpg') await opened.batch.retry([one.id])
    return picture.call(renderer, one, settings, signal)
  })
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered.map((line) => line[0])).toEqual(['c'])
  expect(opened.server.charged.size).toBe(1)
  await settled(opened)
  expect(states(opened)).toEqual(['b.jpg done', 'c.jpg done'])
  const { items } = await opened.store.read('anna')
  expect(items.map(({ name, picture: stored, payment }) => [name, stored, payment])).toEqual([
    ['b.jpg', null, 'none'],
    ['c.jpg', null, 'delivered'],
  ])
})

it('says why a photo cannot be opened in the editor', async () => {
  const renderer = new TestRenderer()
  const opened = await made(['a.jpg'], { renderer })
  vi.spyOn(renderer, 'project').mockResolvedValue(err('out-of-memory') as never)
  const open = vi.fn(async () => true)
  expect(await opened.batch.openAsProject(idOf(opened, 'a.jpg'), open)).toBe(false)
  expect(open).not.toHaveBeenCalled()
  expect(opened.batch.state.items).toMatchObject([{ state: 'failed', error: 'out-of-memory' }])
})

it('says that the design is lost when a photo is opened in the editor', async () => {
  const store = createMemoryBatchStore()
  await made(['a.jpg'], { store })
  const renderer = new TestRenderer()
  vi.spyOn(renderer, 'openDesign').mockResolvedValue(false)
  const after = openBatch({ store, renderer })
  await after.batch.open()
  expect(await after.batch.openAsProject(idOf(after, 'a.jpg'), async () => true)).toBe(false)
  expect([after.batch.state.notice, ...states(after)]).toEqual(['design-lost', 'a.jpg done'])
})

it('says nothing when the user does not want the pictures, and keeps their credits', async () => {
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
