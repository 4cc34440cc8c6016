import { expect, it, vi } from 'vitest'
import { err } from '#client/kit/values/result.ts'
import { signatureOf } from './export.ts'
import { creditsFor } from './items.ts'
import { BUILT_IN, collector, idOf, made, openBatch, photo, settled, TestServer } from './testing.ts'

it("exporting the same image again doesn't cost a credit", async () => {
  const opened = await made(['a.jpg', 'a.png', 'broken.jpg'], { server: new TestServer({ credits: 5 }) })
  const { state } = opened.batch
  expect(creditsFor(state.items, state.record, signatureOf(opened.batch.settings()))).toBe(2)
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered.map((line) => line.split(':')[0])).toEqual(['a_1795132800.png', 'a_1795132800 (2).png'])
  expect([state.notice, opened.server.charged.size]).toEqual([
    { code: 'delivered', text: 'Export complete! Files saved: 2.' },
    2,
  ])
  await opened.batch.exportTo(target)
  expect(opened.server.charged.size).toBe(2)
  expect(creditsFor(state.items, state.record, signatureOf(opened.batch.settings()))).toBe(0)
})

it("an exported file's name has no characters that file systems forbid", async () => {
  const opened = await made(['Mum: "2023"?.jpg', 'IMG~1.jpg', 'IMG_1.jpg'])
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered.map((line) => line.split(':')[0])).toEqual([
    'Mum_ _2023___1795132800.png',
    'IMG_1_1795132800.png',
    'IMG_1_1795132800 (2).png',
  ])
})

it('exporting a delivered image in a different format or template costs a credit', async () => {
  const opened = await made(['a.jpg'], { server: new TestServer({ credits: 5 }) })
  const { target } = collector()
  await opened.batch.exportTo(target)
  await opened.batch.changeSettings({ format: 'jpeg' })
  await opened.batch.exportTo(target)
  expect(opened.server.charged.size).toBe(2)
  await opened.batch.chooseTemplate({ ...BUILT_IN, id: 'story' }, null)
  await settled(opened)
  await opened.batch.exportTo(target)
  expect(opened.server.charged.size).toBe(3)
})

it('exporting an image as a video costs one credit', async () => {
  const opened = await made(['a.jpg'], { server: new TestServer({ credits: 5 }) })
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  await opened.batch.changeSettings({ motion: { format: 'webm', size: '1080x1920', fps: '24' } })
  await opened.batch.exportTo(target)
  expect(delivered.map((line) => line.split(':')[0])).toEqual(['a_1795132800.png', 'a_1795132800.webm'])
  expect(opened.server.charged.size).toBe(2)
  await opened.batch.changeSettings({ motion: undefined })
  expect(opened.batch.settings()).not.toHaveProperty('motion')
})

it('when the credits run out, an export delivers the paid files', async () => {
  const opened = await made(['a.jpg', 'b.jpg', 'c.jpg'], { server: new TestServer({ credits: 2 }) })
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered).toHaveLength(2)
  expect(opened.batch.state.notice).toBe('no-credits')
  expect(opened.batch.state.items.map(({ payment }) => payment)).toEqual(['delivered', 'delivered', 'none'])
  expect(opened.owed.at(-1)).toBe(false)
})

it('when the credits run out, an export delivers the images that were paid for earlier', async () => {
  const opened = await made(['a.jpg', 'b.jpg', 'c.jpg'], { server: new TestServer({ credits: 3 }) })
  await opened.batch.exportTo(collector().target)
  await opened.batch.changeTexts(new Map([idOf(opened, 'a.jpg'), idOf(opened, 'c.jpg')].map((id) => [id, { x: 'y' }])))
  await settled(opened)
  opened.renderer.log.length = 0
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect(delivered.map((line) => line.split(':')[0])).toEqual(['b_1795132800.png'])
  expect(opened.batch.state.notice).toBe('no-credits')
  expect(opened.renderer.log, 'the image of c.jpg would be for nothing').toEqual(['export a.jpg', 'export b.jpg'])
})

it('an unused credit of a removed photo pays for another image', async () => {
  const server = new TestServer({ credits: 2 })
  const opened = await made(['a.jpg', 'b.jpg'], { server })
  await opened.batch.exportTo(collector({ fails: (n) => n === 1 }).target)
  expect([opened.batch.state.notice, server.charged.size]).toEqual(['not-written', 2])
  await opened.batch.remove([idOf(opened, 'a.jpg')])
  await opened.batch.add([photo('c.jpg')])
  await opened.batch.chooseTemplate({ ...BUILT_IN, id: 'story' }, null)
  await settled(opened)
  const after = openBatch({ store: opened.store, server })
  await after.batch.open()
  const { delivered, target } = collector()
  await after.batch.exportTo(target)
  expect([delivered.length, server.charged.size]).toEqual([2, 2])
})

it('a failed delivery changes the payment state of the failed image only', async () => {
  const opened = await made(['a.jpg', 'b.jpg'], { server: new TestServer({ credits: 5 }) })
  await opened.batch.exportTo(collector({ isEach: true, fails: (n) => n === 1 }).target)
  expect(opened.batch.state.items.map(({ payment }) => payment)).toEqual(['delivered', 'requested'])
})

it('starting an export twice at the same time exports the images once', async () => {
  const opened = await made(['a.jpg', 'b.jpg'], { server: new TestServer({ credits: 5 }) })
  const { delivered, target } = collector()
  await Promise.all([opened.batch.exportTo(target), opened.batch.exportTo(target)])
  expect([delivered.length, opened.server.charged.size]).toEqual([2, 2])
})

it("the export doesn't request a credit if the credit's key can't be stored", async () => {
  const opened = await made(['a.jpg'], { server: new TestServer({ credits: 5 }) })
  vi.spyOn(opened.store, 'write').mockResolvedValue(err('full'))
  const { delivered, target } = collector()
  await opened.batch.exportTo(target)
  expect([delivered, opened.server.charged.size, opened.batch.state.notice]).toEqual([[], 0, 'full'])
})

/**
 * Starts an export whose first credit request is pending. When the test calls `answer`, the server responds `refused`.
 */
async function refusedLate() {
  const opened = await made(['a.jpg'], { server: new LateServer() })
  const exporting = opened.batch.exportTo(collector().target)
  const { answers } = opened.server as LateServer
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  return { opened, exporting, answer: () => answers[0]?.('refused') }
}

class LateServer extends TestServer {
  readonly answers: ((answer: 'refused') => void)[] = []

  override account() {
    return { ...super.account(), spendCredit: () => new Promise<'refused'>((answer) => this.answers.push(answer)) }
  }
}

it("rejecting a credit after a template change doesn't restore the previous template", async () => {
  const { opened, exporting, answer } = await refusedLate()
  opened.batch.cancelExport()
  await exporting
  await opened.batch.chooseTemplate({ kind: 'file', id: 'x', name: 'Mine' }, new Blob(['my design']))
  await settled(opened)
  answer()
  await vi.waitFor(() => expect(opened.batch.state.items[0]?.payment).toBe('none'))
  expect(opened.batch.state.items[0]).toMatchObject({ state: 'done', thumbnail: 'data:,my design' })
})

it('a closed batch ignores the rejection of a credit', async () => {
  const { opened, answer } = await refusedLate()
  await opened.batch.close()
  const write = vi.spyOn(opened.store, 'write')
  answer()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(write).not.toHaveBeenCalled()
})
