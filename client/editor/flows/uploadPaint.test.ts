/** Tests that an upload ends only after the canvas has painted the subject. */
import { expect, it } from 'vitest'
import { file, mockedUploader } from './testing.ts'

it('an upload reports success only after the canvas has painted the subject', async () => {
  const { deps, session, uploader } = mockedUploader()
  let paint = () => {}
  deps.afterPaint.mockImplementation((then) => {
    paint = then
  })
  await uploader.upload(file())
  expect(session.doc.separation).not.toBeNull()
  expect(session.ui.status?.tone).toBe('busy')
  expect(deps.subjectFound).not.toHaveBeenCalled()
  paint()
  expect(session.ui.status?.tone).toBe('done')
  expect(deps.subjectFound).toHaveBeenCalledOnce()
})

it('no better matte is computed for a photo that is replaced before its first paint', async () => {
  const { deps, uploader } = mockedUploader()
  const paints: (() => void)[] = []
  deps.afterPaint.mockImplementation((then) => void paints.push(then))
  await uploader.upload(file())
  await uploader.upload(file())
  paints[0]?.()
  expect(deps.subjectFound).not.toHaveBeenCalled()
  paints[1]?.()
  expect(deps.subjectFound).toHaveBeenCalledOnce()
})
