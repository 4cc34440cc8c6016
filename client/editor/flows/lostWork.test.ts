import { beforeEach, expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { withFormat } from '#client/model/document/cropEdits.ts'
import { type Document, layerOfKind, settingsRules } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { hasUnsavedWork, leftBehind } from './lostWork.ts'
import { file, mockedUploader } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

async function uploaded() {
  const started = mockedUploader()
  await started.uploader.upload(file('one.jpg'))
  return started
}

it('a newly uploaded photo does not count as unsaved work', async () => {
  const { session } = await uploaded()
  expect(hasUnsavedWork(session)).toBe(false)
})

it.each<[string, (doc: Document) => object]>([
  ['a crop', (doc) => Object.assign(doc, { crop: withFormat(cropOf(doc), '1:1', { width: 4, height: 2 }) })],
  ['another subject', (doc) => Object.assign(doc.separation!, { chosen: { start: 'nothing', choices: [] } })],
  ['a hidden subject', (doc) => Object.assign(layerOfKind(doc, 'subject')!, { isHidden: true })],
  ['a lens blur', (doc) => Object.assign(doc, { lens: { ...defaults(lensFields), strength: 50 } })],
  ['a camera motion', (doc) => Object.assign(doc, { motion: { ...defaults(motionFields), strength: 80 } })],
  ['a depth of the subject', (doc) => Object.assign(layerOfKind(doc, 'subject')!, { depth: 20 })],
  ['a named background', (doc) => Object.assign(layerOfKind(doc, 'background')!, { name: 'Sky' })],
])('%s is unsaved work until the change is undone', async (_, edit) => {
  const { session } = await uploaded()
  session.history.transact('Edit', () => edit(session.doc))
  expect(hasUnsavedWork(session)).toBe(true)
  session.history.undo()
  expect(hasUnsavedWork(session)).toBe(false)
})

it.each(settingsRules)('changing the settings "%s" is unsaved work', async (part, { fields, photoLabel }) => {
  const { session } = await uploaded()
  session.history.transact('Change', () => Object.assign(session.doc, { [part]: nonDefaultValues(fields) }))
  expect(hasUnsavedWork(session)).toBe(true)
  const question = leftBehind(snapshotOf(session))
  if (photoLabel) expect(question?.text).toContain(photoLabel)
  else expect(question).toBeNull()
  session.history.undo()
  expect(hasUnsavedWork(session)).toBe(false)
})
