import { expect, it } from 'vitest'
import { applyTemplateTo } from '#client/engine/template/applyTemplateTo.ts'
import { builtInTemplate } from '#client/engine/template/builtIn.ts'
import { paintReduced } from '#client/engine/template/paintTemplate.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { newLayer } from '#client/layers/registry.ts'
import {
  automaticColors,
  automaticTexts,
  type PaintReduced,
  paintWithout,
} from '#client/layers/text/automaticColors.ts'
import { atBestPlace, isAtBestPlace } from '#client/layers/text/bestPlace.ts'
import { contrastWith, LEAST_CONTRAST, luminancesUnder, tonesOf } from '#client/layers/text/contrast.ts'
import { faceFor, type TextLayer } from '#client/layers/text/schema.ts'
import { STARTERS, starterColors, starterValues } from '#client/layers/text/starters/starters.ts'
import { typedBox } from '#client/layers/text/transform.ts'
import type { Backdrop } from '#client/model/document/backdrop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { uprightBox } from '#client/render/kind.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { atEnd, sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { graphicsOf } from '../../../tests/helpers/painted.ts'
import { separatedBy } from '../../../tests/helpers/scene.ts'
import { keepTextColorsReadable } from './textColors.ts'

const renderer = await sharedRenderer()
const [WIDTH, HEIGHT] = [240, 120]
const NAVY = [16, 24, 56]
const SKY = [226, 236, 246]
const WHITE_SUBJECT = [255, 255, 255]

it('a Poster on a pale sky has a title that its drop shadow does not hide, in the batch and in the editor', async () => {
  const size = { width: 400, height: 500 }
  const coverage = Uint8Array.from({ length: 2e5 }, (_, i) => (i % 400 > 150 && i % 400 < 250 && i > 1.2e5 ? 255 : 0))
  const session = await separatedBy({ ...size, rgba: new Uint8ClampedArray(8e5).fill(250), coverage })
  const { createPainter } = graphicsOf(renderer, session)
  const paint: PaintReduced = (doc, side) => paintReduced(doc, side, createPainter)
  const poster = builtInTemplate('poster')!
  const { document } = await applyTemplateTo(poster, snapshotOf(session), session.assets, paint)
  const title = automaticTexts(document).find(({ name }) => name === 'Title')!
  const behind = await paintWithout(document, automaticTexts(document), paint)
  const shaded = luminancesUnder(title, document, matteOf(document, session.assets), behind, true)
  expect(contrastWith(title.color, shaded)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(await automaticColors(document, session.assets, paint), 'the editor keeps the colors').toEqual(new Map())
})

/** Opens a photo with a navy left half, a light right half, and a white subject in the lower left quarter. */
async function setUp() {
  const rgba = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  const coverage = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < coverage.length; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const isSubject = x < WIDTH / 2 && y >= HEIGHT / 2
    coverage[i] = isSubject ? 255 : 0
    rgba.set([...(isSubject ? WHITE_SUBJECT : x < WIDTH / 2 ? NAVY : SKY), 255], 4 * i)
  }
  const session = await separatedBy({ width: WIDTH, height: HEIGHT, rgba, coverage })
  const { createPainter } = graphicsOf(renderer, session)
  const paint: PaintReduced = (doc, side) => paintReduced(doc, side, createPainter)
  atEnd(keepTextColorsReadable({ session, paint, whenIdle: (run) => run() }))
  return { session, paint }
}

/**
 * Adds the heading 'Headline' at a position in percent of the image. Its color was chosen automatically for a light
 * photo.
 */
async function addHeadline(
  { history, doc }: Session,
  horizontal: number,
  vertical: number,
  more: Partial<TextLayer> = {},
) {
  const colors = starterColors({ subject: [], background: [] })
  const values = starterValues(STARTERS[0]!, { ...colors, title: '#101828' }, 'MMM')
  await loadFont(...faceFor(values))
  const look = { ...values, fontSize: 30, position: { horizontal, vertical }, ...more }
  return history.transact('Add', () => newLayer(doc, 'text', look))
}

it('a heading gets a readable color after each move until the user chooses a color', async () => {
  const { session, paint } = await setUp()
  const { doc, history } = session
  const id = await addHeadline(session, 25, 25)
  const text = () => snapshotOf(session).layers[id] as unknown as TextLayer
  const move = (horizontal: number) =>
    history.transact('Move', () => Object.assign(doc.layers[id]!, { position: { horizontal, vertical: 25 } }))
  const contrast = async () => {
    const now = snapshotOf(session)
    const behind = await paintWithout(now, [text()], paint)
    return contrastWith(text().color, luminancesUnder(text(), now, matteOf(now, session.assets), behind))
  }
  await expect.poll(() => text().color, { message: 'near-black on navy' }).not.toBe('#101828')
  const light = text().color
  expect(await contrast()).toBeGreaterThanOrEqual(LEAST_CONTRAST)

  move(75)
  await expect.poll(() => text().color, { message: 'light on a light sky' }).not.toBe(light)
  expect(await contrast()).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(history.state.undo).toBe('Move')

  history.transact('Colour', () => Object.assign(doc.layers[id]!, { color: '#ffe14d' }))
  move(74)
  await expect.poll(contrast).toBeLessThan(LEAST_CONTRAST)
  expect(text().color, "the user's color").toBe('#ffe14d')
})

it("a heading's automatic color changes only after the user stops typing", async () => {
  const { session } = await setUp()
  const { doc, history, ui } = session
  const id = await addHeadline(session, 75, 25, { color: '#595959', matched: '#595959' })
  const color = () => doc.layers[id] as unknown as TextLayer
  const shown = color().color
  ui.typing = id
  history.transact('Type', () =>
    Object.assign(doc.layers[id]!, { text: 'MM', position: { horizontal: 25, vertical: 25 } }),
  )
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(color().color).toBe(shown)
  ui.typing = null
  await expect.poll(() => color().color).not.toBe(shown)
})

it('a heading over a dark and a light half gets a color that contrasts with its drop shadow', async () => {
  const { session, paint } = await setUp()
  const { dropShadow } = starterValues(STARTERS[0]!, starterColors({ subject: [], background: [] }), 'MMM')
  const shadow = { ...dropShadow, enabled: true, color: '#000000', opacity: 100, blur: 30 } as const
  const id = await addHeadline(session, 50, 25, { dropShadow: shadow })
  const text = () => snapshotOf(session).layers[id] as unknown as TextLayer
  await expect.poll(() => text().color, { message: 'near-black' }).not.toBe('#101828')
  const now = snapshotOf(session)
  const behind = await paintWithout(now, [text()], paint)
  const contrast = (hasShadow: boolean) =>
    contrastWith(text().color, luminancesUnder(text(), now, matteOf(now, session.assets), behind, hasShadow))
  expect(contrast(true)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
  expect(contrast(false), 'without the shadow, no color is readable on both halves').toBeLessThan(LEAST_CONTRAST)
})

it('text is placed best where each letter contrasts with the photo, even after another color was set', async () => {
  const { session } = await setUp()
  const id = await addHeadline(session, 50, 25, { text: 'II' })
  const doc = snapshotOf(session)
  const on = [doc, matteOf(doc, session.assets), tonesOf(doc, session.assets)] as const
  const layer = doc.layers[id] as unknown as TextLayer
  const isInOneHalf = (text: TextLayer) => {
    const { x, width } = uprightBox(typedBox(text, { width: WIDTH, height: HEIGHT })!)
    return x > WIDTH / 2 - 3 || x + width < WIDTH / 2 + 3
  }
  expect(isInOneHalf(atBestPlace(layer, on[0], on[1])), 'without the tones').toBe(false)
  const text = atBestPlace(layer, ...on)
  expect(isInOneHalf(text)).toBe(true)
  const isThere = (color: TextLayer['color'], backdrop: Backdrop) =>
    isAtBestPlace({ ...text, color }, { ...doc, backdrop }, on[1], on[2])
  expect(isThere(text.color, { type: 'original' })).toBe(true)
  expect(isThere('#8090a0', { type: 'original' }), 'the user has set a color').toBe(true)
  expect(isThere(text.color, { type: 'color', color: '#ffffff', opacity: 100 }), 'another background').toBe(true)
})

it('isAtBestPlace searches once per document, because the bar asks in every frame', async () => {
  const { session } = await setUp()
  const id = await addHeadline(session, 50, 25, { text: 'II' })
  const doc = snapshotOf(session)
  const [matte, tones] = [matteOf(doc, session.assets)!, tonesOf(doc, session.assets)]
  const layer = doc.layers[id] as unknown as TextLayer
  const reads = (call: (counted: typeof matte) => unknown, times = 1) => {
    let count = 0
    const counted = {
      ...matte,
      get coverage() {
        count++
        return matte.coverage
      },
    }
    for (let i = 0; i < times; i++) call(counted)
    return count
  }
  const search = reads((counted) => atBestPlace(layer, doc, counted, tones))
  const away = reads((counted) => expect(isAtBestPlace(layer, doc, counted, tones)).toBe(false), 3)
  expect(away).toBe(search)
})

it('luminancesUnder ignores subject pixels that are in front of the text', async () => {
  const { session, paint } = await setUp()
  const id = await addHeadline(session, 25, 50)
  const now = snapshotOf(session)
  const layer = now.layers[id] as unknown as TextLayer
  const behind = await paintWithout(now, [layer], paint)
  const under = (placement: TextLayer['placement']) =>
    luminancesUnder({ ...layer, placement }, now, matteOf(now, session.assets), behind).flat()
  expect(Math.max(...under('background'))).toBeLessThan(0.1)
  expect(Math.max(...under('foreground'))).toBeGreaterThan(0.9)
})
