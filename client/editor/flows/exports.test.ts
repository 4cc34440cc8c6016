import sharp from 'sharp'
import { expect, it, vi } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { ultraHdrOf } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import type { Session } from '#client/model/session/session.ts'
import type { ExportJob } from './download.ts'
import { createExports, type DeliveryTargets, dropsDownloads } from './exports.ts'

const PNG = new Blob(['png'], { type: 'image/png' })
const SETTINGS = defaults(exportFields)

/** Creates a downloader that renders immediately. `isGiven`: if true, delivering the file succeeds. */
function setup({
  isGiven = true,
  file = PNG,
  ...can
}: Partial<DeliveryTargets> & { isGiven?: boolean; file?: Blob } = {}) {
  const jobs: ExportJob[] = []
  const told = vi.fn()
  const downloader = {
    async deliver(job: ExportJob) {
      jobs.push(job)
      if (!isGiven || (job.isWanted && !(await job.isWanted()))) return false
      try {
        await job.handOver(file, 'photo_1.png')
        return true
      } catch (error) {
        told(job.failureOf?.(error))
        return false
      }
    },
  }
  const targets = {
    save: vi.fn(),
    dropsDownloads: false,
    copy: vi.fn(async () => {}),
    share: vi.fn(async () => {}),
    isPressed: () => true,
    ...can,
  }
  const confirm = vi.fn(async () => true)
  const session = { notices: { confirm }, doc: { photo: { asset: 'first' } } } as unknown as Session
  const exports = createExports({
    session,
    downloader,
    graphics: { createPainter: vi.fn(), stackOf: () => [] },
    targets,
  })
  return { exports, session, jobs, targets, confirm, told }
}

it.each([
  ['png', 'png'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
] as const)('saving as %s exports with a format whose extension is .%s', async (format, extension) => {
  const { exports, jobs, targets } = setup()
  expect(await exports.save({ ...SETTINGS, format })).toBe(true)
  expect(jobs[0]?.format.extension).toBe(extension)
  expect(targets.save).toHaveBeenCalledWith(PNG, 'photo_1.png')
})

it('exports of the subject and PSD files wait for the better matte, but not copies of the whole image', async () => {
  const { exports, jobs } = setup()
  await exports.save({ ...SETTINGS, content: 'subject' })
  await exports.save({ ...SETTINGS, format: 'psd' })
  await exports.copy({ ...SETTINGS, format: 'psd' })
  await exports.save()
  expect(jobs.map(({ needsSubject }) => needsSubject)).toEqual([true, true, false, false])
})

it('hdrFile returns the last saved file, unless it has no gain map or shows another photo', async () => {
  const base = Uint8Array.from(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer(),
  )
  const file = new Blob([await ultraHdrOf(base, base)], { type: 'image/jpeg' })
  const { exports, session } = setup({ file })
  await exports.save({ ...SETTINGS, format: 'jpeg' })
  expect(exports.hdrFile()).toBe(file)
  session.doc.photo!.asset = 'second' as AssetId
  expect(exports.hdrFile(), 'another photo').toBeNull()
  session.doc.photo!.asset = 'first' as AssetId
  await exports.save({ ...SETTINGS, format: 'webp' })
  expect(exports.hdrFile(), 'a later file without a gain map').toBeNull()
})

it('Save opens the share sheet in browsers that discard downloads', async () => {
  const { exports, targets } = setup({ dropsDownloads: true })
  expect(await exports.save(SETTINGS)).toBe(true)
  expect(targets.share).toHaveBeenCalledOnce()
  expect(targets.save).not.toHaveBeenCalled()

  const without = setup({ dropsDownloads: true, share: null })
  expect(await without.exports.save(SETTINGS)).toBe(true)
  expect(without.targets.save).toHaveBeenCalledOnce()
})

it('copying starts the clipboard write within the click event', async () => {
  const copied: Blob[] = []
  const copy = vi.fn((png: Promise<Blob>) => png.then((blob) => void copied.push(blob)))
  const { exports, jobs } = setup({ copy })
  const copying = exports.copy({ ...SETTINGS, format: 'jpeg' })
  expect(copy).toHaveBeenCalledOnce()
  expect(await copying).toBe(true)
  expect(copied).toEqual([PNG])
  expect(jobs[0]?.format.extension).toBe('png')
})

it('a failed export rejects the clipboard write', async () => {
  const copied = vi.fn()
  const { exports } = setup({ isGiven: false, copy: (png) => png.then(copied) })
  expect(await exports.copy(SETTINGS)).toBe(false)
  expect(copied).not.toHaveBeenCalled()
})

it('a denied clipboard write shows a message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { exports, told } = setup({ copy: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
  expect(await exports.copy(SETTINGS)).toBe(false)
  expect(told).toHaveBeenCalledWith({ as: 'toast', text: 'Failed to copy the image. Please try again.' })
})

it('sharing asks for another click if the last click is too old for the browser', async () => {
  const share = vi.fn(async (_file: File) => {})
  const pressed = setup({ share })
  expect(await pressed.exports.share(SETTINGS)).toBe(true)
  expect(pressed.confirm).not.toHaveBeenCalled()
  const [file] = share.mock.calls[0] ?? []
  expect([file?.name, file?.type]).toEqual(['photo_1.png', 'image/png'])

  const late = setup({ isPressed: () => false })
  expect(await late.exports.share(SETTINGS)).toBe(true)
  expect(late.confirm).toHaveBeenCalledOnce()

  const refused = setup({ isPressed: () => false })
  refused.confirm.mockResolvedValueOnce(false)
  expect(await refused.exports.share(SETTINGS)).toBe(false)
  expect(refused.targets.share).not.toHaveBeenCalled()
})

it('closing the share sheet does not show an error', async () => {
  const { exports, told } = setup({ share: () => Promise.reject(new DOMException('left', 'AbortError')) })
  expect(await exports.share(SETTINGS)).toBe(false)
  expect(told).toHaveBeenCalledWith({ as: 'nothing' })
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Safari on an iPhone', `${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 5, false],
  ['Chrome on an iPhone', `${IPHONE} CriOS/137.0.7151.79 Mobile/15E148 Safari/604.1`, 5, false],
  ['an app on an iPhone', `${IPHONE} Mobile/15E148 Instagram 382.0.0.21.84`, 5, true],
  ['the home screen of an iPad', `${MAC} Mobile/15E148`, 5, true],
  ['Safari on an iPad', `${MAC} Version/18.5 Safari/605.1.15`, 5, false],
  ['Safari on a Mac', `${MAC} Version/18.5 Safari/605.1.15`, 0, false],
  ['an app on a Mac', MAC, 0, false],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, false],
])('dropsDownloads detects whether %s discards downloads', (_, userAgent, maxTouchPoints, drops) => {
  expect(dropsDownloads({ userAgent, maxTouchPoints })).toBe(drops)
})
