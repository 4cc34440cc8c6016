/** Tests the lens blur of a whole scene: strips, halos, focus, and equality of preview and export. */
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { type Lens, lensFields } from '#client/model/document/lens.ts'
import type { Session } from '#client/model/session/session.ts'
import { bytesOf, difference, putBitmap, sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 160, height: 120 }
const renderer = await sharedRenderer()

const setLens = ({ doc, history }: Session, change: Partial<Lens>) =>
  history.transact('Lens', () => {
    doc.lens = { ...defaults(lensFields), strength: 100, ...change }
  })

const bytes = (session: Session, rows = SIZE.height) => painted(renderer, session, { rows })

/** Replaces the photo with a red disc in the subject's place on plain green. */
async function paintRedOnGreen({ doc, assets, history }: Session) {
  const rgba = new Uint8ClampedArray(4 * SIZE.width * SIZE.height)
  for (let i = 0; i < rgba.length / 4; i++) {
    const distance = Math.hypot((i % SIZE.width) - SIZE.width / 2, Math.floor(i / SIZE.width) - SIZE.height / 2)
    rgba.set(distance < SIZE.height / 3 + 6 ? [220, 20, 20, 255] : [40, 120, 60, 255], 4 * i)
  }
  const { asset } = await putBitmap(assets, rgba, SIZE)
  history.restart(() => Object.assign(doc.photo ?? {}, { asset }))
}

/** Returns the mean difference between neighbors in the first rows, which show the background. */
function roughness(pixels: ArrayLike<number>): number {
  const count = 10 * SIZE.width
  return Array.from({ length: count }, (_, i) => Math.abs((pixels[4 * i] ?? 0) - (pixels[4 * i + 4] ?? 0))).reduce(
    (sum, step) => sum + step / count,
    0,
  )
}

it('a lens blur of strength 0 does not change any pixel', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  const sharp = await bytes(session)
  setLens(session, { strength: 0, focus: 100 })
  expect(difference(await bytes(session), sharp).count).toBe(0)
})

it.each([80, 35])('a lens blur is the same in strips and as a whole with the focus at %i %', async (focus) => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  setLens(session, { focus })
  const whole = await bytes(session)
  expect(difference(await bytes(session, 17), whole).count).toBe(0)
})

it('the lens blur does not change any pixel of a subject that is in focus', async () => {
  const { session, rgba } = await sceneOf({ size: SIZE })
  setLens(session, {})
  const noisy = await bytes(session)
  const center = 4 * (60 * SIZE.width + 80)
  expect(noisy.slice(center, center + 4)).toEqual(new Uint8Array(rgba.slice(center, center + 4)))
  expect(roughness(noisy), 'the background is blurred').toBeLessThan(0.3 * roughness(rgba))
  await paintRedOnGreen(session)
  const plain = await bytes(session)
  for (let i = 0; i < plain.length / 4; i++) {
    const distance = Math.hypot((i % SIZE.width) - 80, Math.floor(i / SIZE.width) - 60)
    if (distance > 50) expect(Math.abs((plain[4 * i] ?? 0) - 40)).toBeLessThanOrEqual(1)
  }
})

it('the preview of a lens blur equals the exported image', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  setLens(session, { focus: 80 })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  expect(difference(bytesOf(renderer, preview.texture), await bytes(session)).largest).toBeLessThanOrEqual(1)
})

it('a blurred layer in front partly covers a bright area behind it', async () => {
  const box = { enabled: true, width: 80, height: 240 }
  const half = (color: string, horizontal: number) =>
    ({
      text: '.',
      color,
      placement: 'foreground',
      position: { horizontal, vertical: 50 },
      background: { ...box, color },
    }) as const
  const { session } = await sceneOf({ size: SIZE, texts: [half('#ffffff', 75), half('#000000', 25)] })
  session.history.restart(() => {
    const { doc } = session
    doc.backdrop = colorBackdrop({ color: '#000000' })
    const [, subject, far, near] = Object.values(doc.layers)
    Object.assign(subject ?? {}, { isHidden: true })
    Object.assign(far ?? {}, { depth: 90 })
    Object.assign(near ?? {}, { depth: 45 })
  })
  setLens(session, { focus: 60, highlights: 0 })
  const [edge, right] = [79, 100].map((x) => 4 * (60 * SIZE.width + x)) as [number, number]
  const pixels = await bytes(session)
  expect(pixels[right], 'the white half').toBe(255)
  expect(pixels[edge], 'a composite of mean coverages has more than 100').toBeLessThan(10)
})
