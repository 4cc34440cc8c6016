import { beforeEach, expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { cropOf } from '#client/model/document/crop.ts'
import { withFormat } from '#client/model/document/cropEdits.ts'
import { layerOfKind, settingsRules } from '#client/model/document/document.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { motionFields } from '#client/model/document/motion.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { hasUnsavedWork, leftBehind } from './lostWork.ts'
import { file, mockedUploader } from './testing.ts'

beforeEach(() => void vi.useFakeTimers())

type Started = ReturnType<typeof mockedUploader>

async function uploaded(): Promise<Started> {
  const started = mockedUploader()
  await started.uploader.upload(file('one.jpg'))
  return started
}

it('a newly uploaded photo does not count as unsaved work', async () => {
  const { session } = await uploaded()
  expect(hasUnsavedWork(session)).toBe(false)
})

it.each<[string, (session: Started['session']) => void]>([
  [
    'a crop',
    (session) =>
      session.history.transact('Crop', () => {
        session.doc.crop = withFormat(cropOf(snapshotOf(session)), '1:1', { width: 4, height: 2 })
      }),
  ],
  [
    'another subject',
    (session) =>
      session.history.transact('Select', () => {
        session.doc.separation!.chosen = { start: 'nothing', choices: [] } as never
      }),
  ],
  [
    'a hidden subject',
    (session) =>
      session.history.transact('Hide', () => {
        layerOfKind(session.doc, 'subject')!.isHidden = true
      }),
  ],
  [
    'a lens blur',
    (session) =>
      session.history.transact('Lens blur', () => {
        session.doc.lens = { ...defaults(lensFields), strength: 50 }
      }),
  ],
  [
    'a camera motion',
    (session) =>
      session.history.transact('Motion', () => {
        session.doc.motion = { ...defaults(motionFields), strength: 80 }
      }),
  ],
  [
    'a depth of the subject',
    (session) =>
      session.history.transact('Depth', () => {
        layerOfKind(session.doc, 'subject')!.depth = 20
      }),
  ],
  [
    'a named background',
    (session) =>
      session.history.transact('Rename', () => {
        layerOfKind(session.doc, 'background')!.name = 'Sky'
      }),
  ],
])('%s is unsaved work until the change is undone', async (_, edit) => {
  const { session } = await uploaded()
  edit(session)
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
