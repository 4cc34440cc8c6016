import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AssetId } from '#client/kit/base/ids.ts'
import { err, ok, type Result } from '#client/kit/base/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import type { ImportError, ImportedImage, ImportOptions } from '#client/media/importer/importer.ts'
import { canvasSize, exportScale } from '#client/model/document/backdrop.ts'
import { stateHash } from '#client/model/document/document.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { createBackgrounds } from './background.ts'
import { createAnnouncer } from './flow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const image = (width = 1920, height = 1080) =>
  ({
    bitmap: { width, height, close: vi.fn() } as unknown as ImageBitmap,
    width,
    height,
    hasAlpha: false,
    name: 'sky.jpg',
    type: 'jpeg',
    sha256: 'x',
    blob: new Blob(),
  }) satisfies ImportedImage

function studio(
  answer: (options: ImportOptions) => Promise<Result<ImportedImage, ImportError>> = async () => ok(image()),
) {
  const said: string[] = []
  const session: Session = createSession(
    {
      alert: async (text) => void said.push(`alert: ${text}`),
      confirm: async () => true,
      toast: ({ title, isDestructive }) => void said.push(`${isDestructive ? 'destructive ' : ''}toast: ${title}`),
    },
    { isStrict: true },
  )
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', width: 800, height: 600, hasAlpha: false }
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 100, y: 50, width: 300, height: 500 } }
    newLayer(session.doc, 'background')
    newLayer(session.doc, 'subject')
  })
  const backgrounds = createBackgrounds({
    session,
    announcer: createAnnouncer(session),
    importImage: (_, options) => answer(options),
  })
  const hash = () => stateHash(snapshotOf(session))
  return { session, backgrounds, said, hash }
}
const FILE = new File([], 'sky.jpg')

it('removes the background once and shows a message for a second', () => {
  const { session, backgrounds, hash } = studio()
  const before = hash()
  backgrounds.remove()
  expect(session.doc.backdrop).toEqual({ type: 'transparent' })
  expect(session.ui.status?.text).toBe('Background removed!')
  vi.advanceTimersByTime(999)
  expect(session.ui.status).not.toBeNull()
  vi.advanceTimersByTime(1)
  expect(session.ui.status).toBeNull()
  backgrounds.remove()
  session.history.undo()
  expect(hash()).toBe(before)
})

it('a colour replaces a background image; a new colour keeps the opacity', async () => {
  const { session, backgrounds } = studio()
  await backgrounds.setImage(FILE)
  expect(session.doc.backdrop.type).toBe('image')
  backgrounds.setColor('#ff0000')
  expect(session.doc.backdrop).toEqual({ type: 'color', color: '#ff0000', opacity: 100 })
  session.history.transact('Opacity', () => Object.assign(session.doc.backdrop, { opacity: 40 }))
  backgrounds.setColor('#00ff00')
  expect(session.doc.backdrop).toEqual({ type: 'color', color: '#00ff00', opacity: 40 })
})

it('an image sets the canvas size; undo restores the photo’s size and the same document', async () => {
  const { session, backgrounds, hash } = studio()
  const before = hash()
  await backgrounds.setImage(FILE)
  expect(session.ui.status?.text).toBe('Background changed successfully!')
  expect(session.ui.busy).toBeNull()
  const { width, height } = canvasSize(session.doc)
  const scale = exportScale(session.doc)
  expect(width * scale).toBeCloseTo(1920, 6)
  expect(height * scale).toBeCloseTo(1080, 6)
  session.history.undo()
  expect(hash()).toBe(before)
  expect(canvasSize(session.doc)).toEqual({ width: 800, height: 600 })
})

it.each([
  ['decode-failed', 'destructive toast: Failed to change background. Please try again.'],
  ['unsupported-type', 'alert: Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)'],
] as const)('%s changes nothing and shows a message', async (error, words) => {
  const { backgrounds, said, hash } = studio(async () => err(error))
  const before = hash()
  await backgrounds.setImage(FILE)
  expect(said).toEqual([words])
  expect(hash()).toBe(before)
})

it("the newest image wins in any order of completion, and the other one's pixels are freed", async () => {
  const slow = image(10, 10)
  let finish = () => {}
  const wait = new Promise<void>((resolve) => {
    finish = resolve
  })
  const answers = [
    async () => {
      await wait
      return ok(slow)
    },
    async () => ok(image(20, 20)),
  ]
  const { session, backgrounds } = studio(() => answers.shift()!())
  const first = backgrounds.setImage(FILE)
  await backgrounds.setImage(FILE)
  finish()
  await first
  expect(session.doc.backdrop).toMatchObject({ type: 'image', width: 20 })
  expect(slow.bitmap.close).toHaveBeenCalled()
})

it('drops an image that arrives after another photo was opened', async () => {
  const slow = image(10, 10)
  let finish = () => {}
  const { session, backgrounds, hash } = studio(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(ok(slow))
      }),
  )
  const setting = backgrounds.setImage(FILE)
  session.history.restart(() => {
    session.doc.photo = { ...session.doc.photo!, asset: 'other' as AssetId }
  })
  const before = hash()
  finish()
  await setting
  expect(hash()).toBe(before)
  expect(slow.bitmap.close).toHaveBeenCalledOnce()
  expect(session.ui).toMatchObject({ busy: null, status: null })
})

it('reset restores the photo’s background and the subject’s position and size, as one undo step', async () => {
  const { session, backgrounds, hash } = studio()
  const before = hash()
  await backgrounds.setImage(FILE)
  session.history.transact('Move', () => {
    const subject = Object.values(session.doc.layers).find(({ kind }) => kind === 'subject') as unknown as SubjectLayer
    subject.foregroundSize = 60
    subject.foregroundPosition.x = -30
  })
  const changed = hash()
  backgrounds.reset()
  expect(hash()).toBe(before)
  session.history.undo()
  expect(hash()).toBe(changed)
})
