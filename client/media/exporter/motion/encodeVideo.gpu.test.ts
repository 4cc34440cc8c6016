/** Tests the codec that an MP4 file names in its sample entry (ISO/IEC 14496-12, 8.5.2), for every offered size. */
import { expect, it } from 'vitest'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../../tests/helpers/session.ts'
import { openVideo } from './encodeVideo.ts'
import { motionFileFields, motionFormatOf, motionLimits } from './motionFormats.ts'
import { planMotion } from './planMotion.ts'

const FPS = 30
/** Photos whose motion has the photo's own size or, if no H.264 level fits it, the largest possible size. */
const PHOTOS = [
  { width: 4032, height: 3024 },
  { width: 640, height: 480 },
]

function frameOf(photo: Size, size: string): Size {
  const session = separatedSession()
  session.history.restart(() => Object.assign(session.doc.photo ?? {}, photo))
  const { frame } = planMotion(snapshotOf(session), size, motionLimits(motionFormatOf({ format: 'mp4' }), FPS))
  return { width: frame.width, height: frame.height }
}

/** Encodes one black frame. Returns the four letters of the sample entry. */
async function sampleEntryOf(size: Size): Promise<string> {
  const video = await openVideo('mp4', { size, fps: FPS })
  const frame = new OffscreenCanvas(size.width, size.height).getContext('2d')!
  await video!.add(frame)
  const text = new TextDecoder('latin1').decode(await (await video!.finish()).arrayBuffer())
  return text.slice(text.indexOf('stsd') + 16, text.indexOf('stsd') + 20) // after version, flags, count and size
}

const SIZES = [
  ...motionFileFields.size.options.filter((size) => size !== 'original').map((size) => frameOf(PHOTOS[0]!, size)),
  ...PHOTOS.map((photo) => frameOf(photo, 'original')),
].map(({ width, height }) => [width, height] as const)

it.each(SIZES)('an exported MP4 of %i × %i px is encoded in H.264', async (width, height) => {
  expect(await sampleEntryOf({ width, height })).toBe('avc1')
})
