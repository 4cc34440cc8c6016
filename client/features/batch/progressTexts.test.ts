import { expect, it } from 'vitest'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { stateText } from './batchTexts.ts'
import { newItem, sampleFields } from './items.ts'
import { costTexts, fontText, progressTexts } from './progressTexts.ts'
import { previewTimes } from './state.ts'
import { BUILT_IN, begun, idOf, made, openBatch, photo, settled, TestRenderer, TestServer } from './testing.ts'

const FIELDS = [{ key: 'role1', words: 'Your title', names: [] }]

it('progressTexts asks the user to choose a template once the batch has photos', async () => {
  const opened = openBatch()
  const { batch } = opened
  await batch.open()
  expect(progressTexts(batch.state)).toEqual(['Ready: 0 of 0'])
  await batch.add([photo('a.jpg')])
  expect(progressTexts(batch.state)).toEqual(['Next step: choose a template.'])
  expect(await (await batch.photo(idOf(opened, 'a.jpg')))?.text()).toBe('a.jpg')
  await batch.chooseTemplate(BUILT_IN, null)
  await settled(opened)
  expect(progressTexts(batch.state)).toEqual(['Ready: 1 of 1'])
})

it('a batch that is opened again estimates the remaining time from earlier previews', async () => {
  const previewMs = previewTimes(separatedSession())
  await made(['a.jpg'], { previewMs })
  const { batch } = await begun(['b.jpg'], { previewMs, renderer: new TestRenderer('b.jpg') })
  expect(progressTexts(batch.state)).toEqual(['Ready: 0 of 1', expect.stringMatching(/^About .+ left$/)])
})

it('progressTexts estimates the remaining time once the first photo is rendered', () => {
  const items = [photo('a.jpg'), photo('b.jpg'), photo('c.jpg')].map(({ name }, place) =>
    newItem({ id: name, owner: 'anna', place, name }, () => name),
  )
  const { record } = openBatch().batch.state
  const state = { items, record: { ...record, design: BUILT_IN }, adding: 0, exporting: null, isRunning: true }
  expect(progressTexts({ ...state, previewMs: { first: null, again: null } })).toEqual(['Ready: 0 of 3'])
  expect(progressTexts({ ...state, previewMs: { first: 20_000, again: null } })).toEqual([
    'Ready: 0 of 3',
    'About 60 seconds left',
  ])
  expect(progressTexts({ ...state, previewMs: { first: 50_000, again: null } })).toEqual([
    'Ready: 0 of 3',
    'About 3 minutes left',
  ])
})

it('progressTexts estimates a text change from earlier text changes', async () => {
  const opened = openBatch()
  const { batch } = opened
  await batch.open()
  await batch.add([photo('a.jpg'), photo('b.jpg')])
  await batch.chooseTemplate(BUILT_IN, null)
  await settled(opened)
  await batch.pause()
  await batch.changeTexts(new Map([['', { title: 'Wild' }]]))
  expect(batch.state.items.map(stateText)).toEqual(['Waiting to update', 'Waiting to update'])
  const texts = (again: number | null) =>
    progressTexts({ ...batch.state, isRunning: true, previewMs: { first: 60_000, again } })
  expect(texts(null)).toEqual(['Ready: 0 of 2', 'Updating text: 2'])
  expect(texts(3000)).toEqual(['Ready: 0 of 2', 'Updating text: 2', 'About 6 seconds left'])
})

it('costTexts states how many photos and credits are left in a limited plan', async () => {
  const opened = openBatch({ server: new TestServer({ credits: 2, photos: 2 }) })
  const { batch } = opened
  await batch.open()
  await batch.add([photo('a.jpg'), photo('b.jpg')])
  expect(costTexts(batch.state, 0)).toEqual([])
  await batch.add([photo('c.jpg')])
  expect(costTexts(batch.state, 0)).toEqual(['Photos left in your plan: 2.'])
  await batch.chooseTemplate(BUILT_IN, null)
  await settled(opened)
  expect(costTexts(batch.state, 2)).toEqual([
    'Each exported image costs 1 credit. This export: 2. Credits left: 2.',
    'Photos left in your plan: 0.',
  ])
})

it('reopening a batch renders photos again if their text had no font', async () => {
  const before = await made(['a.jpg', 'khmer.jpg'])
  expect(before.batch.state.items.map(stateText)).toEqual(['Ready', 'No font for Khmer'])
  expect(fontText(before.batch.state.items)).toBe(
    'This device has no font for Khmer, so these letters appear as empty boxes. Install a font and reload this page.',
  )
  const { store, renderer } = before
  await before.batch.close()
  renderer.hasKhmer = true
  renderer.log.length = 0
  const after = openBatch({ store, renderer })
  await after.batch.open()
  await settled(after)
  expect(renderer.log).toEqual(['compose khmer.jpg'])
  expect(after.batch.state.items.map(stateText)).toEqual(['Ready', 'Ready'])
  expect(fontText(after.batch.state.items)).toBeNull()
})

it('a photo whose subject hides the text is marked for review', async () => {
  const { batch } = await made(['a.jpg', 'hidden.jpg'])
  expect(batch.state.items.map(stateText)).toEqual(['Ready', 'Text hidden by the subject'])
  expect(progressTexts(batch.state)).toEqual(['Ready: 2 of 2', 'To review: 1'])
})

it.each<[string, Partial<Parameters<typeof sampleFields>[0]['record']>, string[]]>([
  ['no text', {}, ['Your title']],
  ['an emptied cell', { texts: { role1: '' } }, ['Your title']],
  ["the user's text", { texts: { role1: 'Wild' } }, []],
  ['a space, which leaves the text out', { texts: { role1: ' ' } }, []],
  ["a user's template", { design: { kind: 'file', id: 'own', name: 'Own', fields: FIELDS } }, []],
])('sampleFields names the text of a template in a batch with %s', (_, change, wanted) => {
  const items = [newItem({ id: 'a', owner: 'anna', place: 0, name: 'a.jpg' }, () => 'a')]
  const record = { ...openBatch().batch.state.record, design: { ...BUILT_IN, fields: FIELDS }, ...change }
  expect(sampleFields({ record, items }).map(({ words }) => words)).toEqual(wanted)
})
