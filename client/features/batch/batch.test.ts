import { expect, it, vi } from 'vitest'
import { type BatchStore, createMemoryBatchStore } from '#client/editor/storage/batchStore.ts'
import { err } from '#client/kit/values/result.ts'
import {
  BUILT_IN,
  begun,
  collector,
  idOf,
  made,
  openBatch,
  photo,
  settled,
  states,
  TestRenderer,
  TestServer,
} from './testing.ts'

it('the batch continues after a failed photo', async () => {
  const opened = openBatch()
  await opened.batch.open()
  await opened.batch.add([photo('a.jpg'), photo('broken.jpg'), photo('empty.jpg', ''), new File(['x'], 'notes.txt')])
  await opened.batch.add([photo('unsure.jpg')])
  expect(opened.renderer.log).toEqual([]) // nothing is rendered before a template is chosen
  await opened.batch.chooseTemplate(BUILT_IN, null)
  await settled(opened)
  expect(states(opened)).toEqual([
    'a.jpg done',
    'broken.jpg failed',
    'empty.jpg failed',
    'notes.txt failed',
    'unsure.jpg done',
  ])
  expect(opened.batch.state.items.map(({ error }) => error)).toEqual([
    null,
    'decode-failed',
    'empty',
    'unsupported-type',
    null,
  ])
  expect(opened.batch.state.items.map(({ subject }) => subject)).toEqual(['sure', null, null, null, 'unsure'])
})

it('a batch resumes with the interrupted photo after a reload', async () => {
  const store = createMemoryBatchStore()
  const renderer = new TestRenderer('b.jpg')
  await begun(['a.jpg', 'b.jpg', 'c.jpg'], { store, renderer })
  await expect.poll(() => renderer.log).toContain('separate b.jpg')
  // Simulates a reload of the page while the first batch is open
  const after = openBatch({ store })
  await after.batch.open()
  await settled(after)
  expect(states(after)).toEqual(['a.jpg done', 'b.jpg done', 'c.jpg done'])
  expect(after.renderer.log).toEqual(['separate b.jpg', 'separate c.jpg'])
})

it('a batch paused before a reload resumes only when the user clicks Resume', async () => {
  const store = createMemoryBatchStore()
  const before = await begun(['a.jpg'], { store, renderer: new TestRenderer('a.jpg') })
  await expect.poll(() => before.batch.state.share).toBe(0.5)
  await before.batch.pause()
  expect(before.batch.state).toMatchObject({ isRunning: false, current: null, share: 0 })
  const after = openBatch({ store })
  await after.batch.open()
  expect([after.batch.state.record.isPaused, after.renderer.log]).toEqual([true, []])
  await after.batch.resume()
  await settled(after)
  expect(states(after)).toEqual(['a.jpg done'])
})

it('canceling a batch removes the photos only after the user confirms', async () => {
  const opened = await begun(['a.jpg', 'b.jpg'], { renderer: new TestRenderer('b.jpg') })
  await opened.batch.cancel(async () => {
    expect(opened.batch.state.isRunning).toBe(false)
    return false
  })
  expect(opened.batch.state.items).toHaveLength(2)
  await opened.batch.cancel(async () => true)
  expect(opened.batch.state.items).toEqual([])
  expect(await opened.store.list()).toEqual([])
})

it.each([false, true])('declining to cancel the batch does not change whether it is paused (%j)', async (isPaused) => {
  const opened = await made(['a.jpg'])
  if (isPaused) await opened.batch.pause()
  await opened.batch.cancel(async () => false)
  await opened.batch.add([photo('b.jpg')])
  await settled(opened)
  expect(states(opened)).toEqual(['a.jpg done', `b.jpg ${isPaused ? 'waiting' : 'done'}`])
})

it.each([
  [true, 0],
  [false, 4],
])('canceling a batch stops adding photos only if the user confirms: %s', async (isWanted, count) => {
  const opened = await made([])
  const adding = opened.batch.add(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => photo(name)))
  await opened.batch.cancel(async () => isWanted)
  await adding
  expect([opened.batch.state.items.length, opened.batch.state.adding]).toEqual([count, 0])
  await opened.batch.add([photo('e.jpg')])
  expect(opened.batch.state.items.at(-1)?.place).toBe(count + 1)
})

it("retrying or removing a failed photo doesn't change the other photos", async () => {
  const opened = await made(['broken.jpg', 'b.jpg'])
  opened.renderer.log.length = 0
  await opened.batch.retry([idOf(opened, 'broken.jpg')])
  await settled(opened)
  expect(opened.renderer.log).toEqual(['separate broken.jpg'])
  await opened.batch.remove([idOf(opened, 'broken.jpg')])
  expect(states(opened)).toEqual(['b.jpg done'])
})

it('choosing another template renders the images again without segmenting the photos again', async () => {
  const opened = await made(['a.jpg'])
  opened.renderer.log.length = 0
  await opened.batch.chooseTemplate({ kind: 'file', id: 'x', name: 'Mine' }, new Blob(['my design']))
  await settled(opened)
  expect(opened.renderer.log).toEqual(['compose a.jpg'])
  expect(opened.batch.state.items[0]?.thumbnail).toBe('data:,my design')
  const after = openBatch({ store: opened.store })
  await after.batch.open()
  const { delivered, target } = collector()
  await after.batch.exportTo(target)
  expect(delivered).toEqual(['a_1795132800.png: my design png a.jpg 0,255'])
})

it("a template that can't be opened pauses the batch", async () => {
  const opened = await made(['a.jpg'])
  await opened.batch.chooseTemplate({ kind: 'file', id: 'x', name: 'Mine' }, new Blob(['lost']))
  await settled(opened)
  expect(opened.batch.state.notice).toBe('template-lost')
  expect(states(opened)).toEqual(['a.jpg waiting'])
})

it("the batch stops at the plan's photo limit", async () => {
  const server = new TestServer({ photos: 2 })
  const opened = await made(['a.jpg', 'b.jpg', 'c.jpg'], { server })
  expect(states(opened)).toEqual(['a.jpg done', 'b.jpg done', 'c.jpg waiting'])
  expect(opened.batch.state.notice).toBe('image-limit')
  await opened.batch.retry([idOf(opened, 'a.jpg')])
  await settled(opened)
  expect(states(opened)[0]).toBe('a.jpg done')
  expect(server.counted.size).toBe(2)
})

it("at the plan's photo limit, changed text is still rendered on counted photos and on photos that don't count", async () => {
  const server = new TestServer({ photos: 2 })
  const opened = await made(['none.jpg', 'b.jpg', 'c.jpg', 'd.jpg'], { server })
  const reached = ['none.jpg done', 'b.jpg done', 'c.jpg done', 'd.jpg waiting']
  expect(states(opened)).toEqual(reached)
  const { state } = opened.batch
  await opened.batch.changeTexts(new Map([['', { role1: 'Sale' }]]))
  await settled(opened)
  expect(states(opened)).toEqual(reached)
  expect(state.items.map(({ thumbnail }) => thumbnail)).toEqual([...Array(3).fill('data:,poster,Sale'), null])
  expect([state.notice, server.counted.size]).toEqual(['image-limit', 2])
})

it('when the server rejects a photo at the limit, the counted photos after it are still rendered', async () => {
  const server = new TestServer({ photos: 2 })
  const renderer = new TestRenderer()
  vi.spyOn(renderer, 'preview').mockResolvedValueOnce(err('out-of-memory'))
  const opened = await made(['a.jpg', 'b.jpg'], { server, renderer })
  server.counted.add('another tab')
  await opened.batch.retry(opened.batch.state.items.map(({ id }) => id))
  await settled(opened)
  expect(states(opened)).toEqual(['a.jpg waiting', 'b.jpg done'])
  expect(opened.batch.state.notice).toBe('image-limit')
})

it("reaching the plan's photo limit replaces the notice about missing credits", async () => {
  const opened = await made(['a.jpg', 'b.jpg'], { server: new TestServer({ photos: 1, credits: 0 }) })
  await opened.batch.resume()
  await settled(opened)
  await opened.batch.exportTo(collector().target)
  await settled(opened)
  expect(opened.batch.state.notice).toBe('no-credits')
  await opened.batch.resume()
  await settled(opened)
  expect(opened.batch.state.notice).toBe('image-limit')
})

it("a photo isn't processed if another tab has used up the plan's photo limit", async () => {
  const server = new TestServer({ photos: 1 })
  const opened = openBatch({ server })
  await opened.batch.open()
  server.counted.add('another tab')
  await opened.batch.chooseTemplate(BUILT_IN, null)
  await opened.batch.add([photo('a.jpg')])
  await settled(opened)
  expect(states(opened)).toEqual(['a.jpg waiting'])
  expect(opened.batch.state.notice).toBe('image-limit')
})

it('a photo opened in the editor leaves the batch until the user retries the photo', async () => {
  const opened = await made(['unsure.jpg', 'b.jpg'])
  const files: string[] = []
  const open = (answer: boolean) => async (file: Blob) => {
    files.push(await file.text())
    return answer
  }
  expect(await opened.batch.openAsProject(idOf(opened, 'unsure.jpg'), open(false))).toBe(false)
  expect(states(opened)[0]).toBe('unsure.jpg done')
  expect(await opened.batch.openAsProject(idOf(opened, 'unsure.jpg'), open(true))).toBe(true)
  expect(files).toEqual(Array(2).fill('project poster unsure.jpg'))
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered).toHaveLength(1)
  await opened.batch.retry([idOf(opened, 'unsure.jpg')])
  await settled(opened)
  expect(states(opened)[0]).toBe('unsure.jpg done')
})

it("an image that can't be rendered for the export doesn't cost a credit", async () => {
  const opened = await made(['a.jpg', 'b.jpg'], { server: new TestServer({ credits: 5 }) })
  const { picture } = opened.renderer
  vi.spyOn(opened.renderer, 'picture').mockImplementation((one, settings, signal) =>
    one.file.name === 'a.jpg'
      ? Promise.resolve(err('picture-too-large'))
      : picture.call(opened.renderer, one, settings, signal),
  )
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect([delivered.length, opened.server.charged.size]).toEqual([1, 1])
  expect(states(opened)).toEqual(['a.jpg failed', 'b.jpg done'])
})

it('a batch locked by another tab opens when that tab closes', async () => {
  const { promise, resolve: release } = Promise.withResolvers<() => void>()
  const lock = () => promise
  const opened = openBatch({ lock })
  const opening = opened.batch.open()
  await expect.poll(() => opened.batch.state.phase).toBe('locked')
  release(() => {})
  await opening
  expect(opened.batch.state.phase).toBe('ready')
})

it('the batch reports that nothing is saved if the device has no storage', async () => {
  const store: BatchStore = { ...createMemoryBatchStore(), isAvailable: async () => false }
  const opened = await made(['a.jpg'], { store })
  expect(states(opened)).toEqual(['a.jpg done'])
  expect(opened.batch.state.isKept).toBe(false)
})

it("the batch rejects a photo if the device's storage is full", async () => {
  const opened = await made(['a.jpg'])
  vi.spyOn(opened.store, 'write').mockResolvedValue(err('full'))
  await opened.batch.add([photo('b.jpg'), photo('c.jpg')])
  expect(states(opened)).toEqual(['a.jpg done'])
  expect(opened.batch.state).toMatchObject({ notice: 'full', adding: 0 })
})

it("changing a photo's text renders only that photo again", async () => {
  const opened = await made(['a.jpg', 'b.jpg'])
  const { batch, renderer, store } = opened
  renderer.log.length = 0
  await batch.changeTexts(new Map([[idOf(opened, 'b.jpg'), { role1: 'Noa' }]]))
  await settled(opened)
  expect(renderer.log).toEqual(['compose b.jpg'])
  await batch.changeTexts(new Map([['', { role1: 'All' }]]))
  await settled(opened)
  expect(batch.state.items.map(({ thumbnail }) => thumbnail)).toEqual(['data:,poster,All', 'data:,poster,Noa'])
  await batch.close()
  const again = openBatch({ store })
  await again.batch.open()
  expect(again.batch.state.items[1]?.texts).toEqual({ role1: 'Noa' })
})

it('exporting an image again after its text has changed costs another credit', async () => {
  const opened = await made(['a.jpg'])
  await opened.batch.exportTo(collector().target)
  await opened.batch.changeTexts(new Map([[idOf(opened, 'a.jpg'), { role1: 'Noa' }]]))
  await settled(opened)
  await opened.batch.exportTo(collector().target)
  expect(opened.server.charged.size).toBe(2)
})

it("changing a photo's text doesn't interrupt the rendering of another photo", async () => {
  const renderer = new TestRenderer('a.jpg')
  const preview = vi.spyOn(renderer, 'preview')
  const opened = await begun(['a.jpg', 'b.jpg'], { renderer })
  await expect.poll(() => renderer.log).toEqual(['separate a.jpg'])
  await opened.batch.changeTexts(new Map([[idOf(opened, 'b.jpg'), { role1: 'Noa' }]]))
  expect(preview.mock.calls.map(([, { aborted }]) => aborted)).toEqual([false])
})

it("choosing the current template again doesn't render the finished photos again", async () => {
  const opened = await made(['a.jpg'])
  const { thumbnail } = opened.batch.state.items[0]!
  await opened.batch.chooseTemplate({ ...BUILT_IN }, null)
  expect(opened.batch.state.items).toMatchObject([{ state: 'done', thumbnail }])
})
