import { expect, it, onTestFinished, vi } from 'vitest'
import { UNEXPECTED } from '#client/editor/flows/messages.ts'
import type { BatchRecord, BatchTemplate } from '#client/editor/storage/batchStore.ts'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { addLayer } from '#client/layers/actions.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { designOf } from '../templates/packTemplate.ts'
import { templateState } from '../templates/templateState.ts'
import { chooseTemplate, firstTemplate, isOpenDesign, OPEN_DOCUMENT } from './chooseTemplate.ts'
import { BUILT_IN, collector, idOf, made, openBatch, photo, settled, TestRenderer, TestServer } from './testing.ts'

/**
 * Chooses the template with `id`. `file` loads the file of a user's template. With `breaksOpen`, packing the open
 * document fails.
 */
async function chosen(id: string, file: () => Promise<{ name: string; file: Blob } | null>, breaksOpen = false) {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const said: unknown[] = []
  const session = separatedSession({ toast: ({ title }) => void said.push(title) })
  if (breaksOpen) vi.spyOn(session.assets, 'withIds').mockImplementation(() => expect.fail('made on the way'))
  const designs: BatchTemplate[] = []
  const batch = { chooseTemplate: async (design: BatchTemplate) => void designs.push(design) }
  await chooseTemplate(batch, session, { file }, id)
  return {
    shown: { said, designs: designs.map((design) => `${design.kind} ${design.id}`) },
    template: designs[0],
    session,
  }
}

const none = async () => null

it('choosing a template copies the template into the batch', async () => {
  const ours = GALLERY[0]?.id ?? ''
  expect((await chosen(ours, none)).shown).toEqual({ said: [], designs: [`ours ${ours}`] })
  const own = await chosen('mine', async () => ({ name: 'Mine', file: new Blob(['design']) }))
  expect(own.shown).toEqual({ said: [], designs: ['file mine'] })
  expect((await chosen(OPEN_DOCUMENT, none)).shown).toEqual({ said: [], designs: [`file ${OPEN_DOCUMENT}`] })
})

it('a copy of the open layers tells sample text from text that the user has written', async () => {
  const session = separatedSession()
  for (const text of ['Your title', 'Midsummer', 'new text']) addLayer(session, 'text', { text })
  const designs: BatchTemplate[] = []
  const batch = { chooseTemplate: async (design: BatchTemplate) => void designs.push(design) }
  await chooseTemplate(batch, session, { file: none }, OPEN_DOCUMENT)
  const samples = designs[0]?.fields?.filter(({ isSample }) => isSample).map(({ words }) => words)
  expect(samples).toEqual(['Your title', 'new text'])
})

const empty = { record: { design: null } as BatchRecord, items: [], adding: 0 }

it('a batch begins with the layers that the user has added', () => {
  const session = separatedSession()
  const first = () => firstTemplate(empty, snapshotOf(session), templateState(session).last, [])
  expect(first(), 'no layers').toBeNull()
  addLayer(session, 'text')
  expect(first()).toBe(OPEN_DOCUMENT)
  addLayer(session, 'drawing')
  expect(first(), 'a question would be asked').toBeNull()
})

it('a batch begins with the applied template unless the user has changed the template or deleted it', () => {
  const session = separatedSession()
  const id = addLayer(session, 'text')!
  const design = designOf(snapshotOf(session))
  const first = (last: string, own: readonly { id: string }[] | null = []) =>
    firstTemplate(empty, snapshotOf(session), { id: last, layers: [id], texts: [], surplus: [], design }, own)
  expect(first('poster')).toBe('poster')
  expect(first('mine', null), 'while the own templates are loading').toBeNull()
  expect([first('mine', [{ id: 'mine' }]), first('mine')]).toEqual(['mine', OPEN_DOCUMENT])
  session.history.transact('Better matte', () => {
    session.doc.separation!.model = 'better'
  })
  expect(first('poster')).toBe('poster')
  addLayer(session, 'shape')
  expect(first('poster')).toBe(OPEN_DOCUMENT)
  session.history.undo()
  expect(first('poster')).toBe('poster')
})

it('a copy of an earlier document is not the open design, and a batch without photos copies the layers again', async () => {
  const { template, session } = await chosen(OPEN_DOCUMENT, none)
  const { batch } = await made([])
  const seen = () => {
    const doc = snapshotOf(session)
    const { design } = batch.state.record
    return [isOpenDesign(design, doc), firstTemplate(batch.state, doc, templateState(session).last, [])]
  }
  await batch.chooseTemplate(template!, new Blob(['design']))
  expect(seen()).toEqual([true, null])
  addLayer(session, 'text')
  expect(seen()).toEqual([false, OPEN_DOCUMENT])
  await batch.add([photo('a.jpg')])
  expect(seen(), 'photos keep their template').toEqual([false, null])
  await batch.close()
})

it('after the language changes, only images with text from a built-in template are made again', async () => {
  const { template } = await chosen(GALLERY[0]?.id ?? '', none)
  const opened = await made(['a.jpg', 'b.jpg'])
  await opened.batch.chooseTemplate(template!, null)
  const own = Object.fromEntries(template!.fields!.map(({ key }) => [key, 'Sale']))
  await opened.batch.changeTexts(new Map([[idOf(opened, 'b.jpg'), own]]))
  await settled(opened)
  await opened.batch.close()
  const reopen = async () => {
    const after = openBatch({ store: opened.store })
    await after.batch.open()
    await settled(after)
    await after.batch.close()
    return after.renderer.log
  }
  expect(await reopen()).toEqual([])
  catalogue.loadAndActivate({ locale: 'de', messages: {} })
  onTestFinished(() => catalogue.activate('en'))
  expect(await reopen()).toEqual(['compose a.jpg'])
  expect(await reopen()).toEqual([])
})

it("choosing the stored template of an older version again doesn't charge a delivered image again", async () => {
  const { template } = await chosen(GALLERY[0]?.id ?? '', none)
  const { language, ...stored } = template!
  const opened = await made(['a.jpg'], { server: new TestServer({ credits: 5 }) })
  const { batch, renderer, server } = opened
  await batch.chooseTemplate(stored, null)
  await settled(opened)
  await batch.exportTo(collector().target)
  renderer.log.length = 0
  await batch.chooseTemplate(template!, null)
  await settled(opened)
  expect(batch.state.items[0]).toMatchObject({ state: 'done', payment: 'delivered' })
  expect(batch.state.record.design).toEqual({ ...stored, language })
  catalogue.loadAndActivate({ locale: 'de', messages: {} })
  onTestFinished(() => catalogue.activate('en'))
  await batch.chooseTemplate({ ...stored, language: 'de' }, null)
  await settled(opened)
  expect(renderer.log, 'the text is translated').toEqual(['compose a.jpg'])
  await batch.exportTo(collector().target)
  expect(server.charged.size).toBe(1)
})

it('a batch of an older version stores the language of its built-in template when it opens', async () => {
  const { store, batch } = await made(['a.jpg'])
  await batch.chooseTemplate({ ...BUILT_IN, id: 'old' }, null)
  await batch.close()
  const reopen = async () => {
    const after = openBatch({ store })
    await after.batch.open()
    await settled(after)
    await after.batch.close()
    return after
  }
  const after = await reopen()
  expect(after.batch.state.record.design?.language).toBe('en')
  catalogue.loadAndActivate({ locale: 'de', messages: {} })
  onTestFinished(() => catalogue.activate('en'))
  expect((await reopen()).renderer.log, 'the text is translated').toEqual(['compose a.jpg'])
})

it("a toast reports a template that can't be read or packed", async () => {
  expect((await chosen('mine', none)).shown).toEqual({
    said: ['This template is no longer on this device. Choose another.'],
    designs: [],
  })
  const broken = { said: [UNEXPECTED.title], designs: [] }
  expect((await chosen('mine', () => Promise.reject(new Error('disk')))).shown).toEqual(broken)
  expect((await chosen(OPEN_DOCUMENT, none, true)).shown).toEqual(broken)
})

it('a placeholder without text for a photo does not leave braces in the image', async () => {
  const renderer = new TestRenderer()
  const preview = vi.spyOn(renderer, 'preview')
  const opened = await made(['a.jpg', 'b.jpg', 'c.jpg'], { renderer })
  const { batch } = opened
  await batch.chooseTemplate({ ...BUILT_IN, fields: [{ key: 'role1', words: '{name} from {City}', names: [] }] }, null)
  await settled(opened)
  preview.mockClear()
  const values = () => preview.mock.calls.map(([{ file, placeholders }]) => [file.name, placeholders])
  const texts = { name: 'Anna', city: '', seat: '7' }
  await batch.changeTexts(new Map([[idOf(opened, 'a.jpg'), texts]]))
  await settled(opened)
  expect(values()).toEqual([
    ['a.jpg', { name: 'Anna', city: '', seat: '7', n: '1' }],
    ['b.jpg', { name: '', city: '', n: '2' }],
    ['c.jpg', { name: '', city: '', n: '3' }],
  ])
  preview.mockClear()
  await batch.remove([idOf(opened, 'a.jpg'), idOf(opened, 'b.jpg')])
  await batch.retry([idOf(opened, 'c.jpg')])
  await settled(opened)
  expect(values(), 'a removed photo has the only text').toEqual([['c.jpg', { name: '', city: '', n: '3' }]])
  await batch.remove([idOf(opened, 'c.jpg')])
  await batch.add([photo('d.jpg')])
  expect(batch.state.items[0]?.place, 'the first photo of an empty batch').toBe(1)
})
