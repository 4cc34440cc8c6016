import { expect, it } from 'vitest'
import { costTexts, progressTexts } from './progressTexts.ts'
import { idOf, OURS, openBatch, photo, settled, TestServer } from './testing.ts'

it('once the batch has photos, progressTexts tells the user to choose a template', async () => {
  const opened = openBatch()
  const { batch } = opened
  await batch.open()
  expect(progressTexts(batch.state)).toEqual(['Ready: 0 of 0'])
  await batch.add([photo('a.jpg')])
  expect(progressTexts(batch.state)).toEqual(['Next step: choose a template.'])
  expect(await (await batch.photo(idOf(opened, 'a.jpg')))?.text()).toBe('a.jpg')
  await batch.chooseTemplate(OURS, null)
  await settled(opened)
  expect(progressTexts(batch.state)).toEqual(['Ready: 1 of 1'])
})

it('costTexts states the photos and credits left in a limited plan', async () => {
  const opened = openBatch({ server: new TestServer({ credits: 2, photos: 2 }) })
  const { batch } = opened
  await batch.open()
  await batch.add([photo('a.jpg'), photo('b.jpg')])
  expect(costTexts(batch.state, 0)).toEqual([])
  await batch.add([photo('c.jpg')])
  expect(costTexts(batch.state, 0)).toEqual(['Photos left in your plan: 2.'])
  await batch.chooseTemplate(OURS, null)
  await settled(opened)
  expect(costTexts(batch.state, 2)).toEqual([
    'Each exported image costs 1 credit. This export: 2. Credits left: 2.',
    'Photos left in your plan: 0.',
  ])
})
