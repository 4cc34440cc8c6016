/** Tests the gain map of an HDR photo in exported files. */
import { expect, it } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { estimatePicture } from '#client/media/exporter/exportPicture.ts'
import { TWO_STOPS } from '#client/media/gainmap/fixtures/ultraHdr.ts'
import { equalChannels } from '#client/media/gainmap/metadata.ts'
import { readGainMap } from '#client/media/gainmap/readGainMap.ts'
import { addMetadata } from '#client/media/gainmap/writeGainMap.ts'
import { xmpOf } from '#client/media/gainmap/xmp.ts'
import type { BitmapAsset } from '#client/model/assets/store.ts'
import { colorBackdrop, imageBackdrop } from '#client/model/document/backdrop.ts'
import { type Crop, cropOf } from '#client/model/document/crop.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { liftObjects } from '../bench/gpu/documents.ts'
import { bytesIn } from '../helpers/colorSpaces.ts'
import {
  exported,
  type Gains,
  gains,
  gainsIn,
  HEIGHT,
  hdrSession,
  jpegOf,
  renderer,
  sessionOf,
  settingsOf,
  signal,
  WIDTH,
} from '../helpers/hdrPhoto.ts'
import { graphicsOf } from '../helpers/painted.ts'

/** Two levels of a gain map of two stops, in stops. */
const TOLERANCE = (2 * 2) / 255 + 1e-9

/** Expects the gains of `file` to equal those of `original`. `from`: position in the original, map px. */
async function expectGains(
  file: Uint8Array<ArrayBuffer>,
  original: Uint8Array<ArrayBuffer>,
  from: (x: number, y: number) => [number, number] | null = (x, y) => [x, y],
  tolerance = TOLERANCE,
) {
  const [now, before] = [await gainsIn(file), await gainsIn(original)]
  let [worst, count] = [0, 0]
  for (let y = 0; y < now.height; y++)
    for (let x = 0; x < now.width; x++) {
      const place = from(x, y)
      if (!place) continue
      worst = Math.max(worst, Math.abs(now.at(x, y) - before.at(...place)))
      count++
    }
  expect(count).toBeGreaterThan(1000)
  expect(worst).toBeLessThanOrEqual(tolerance)
}

/** Edits an HDR photo and exports it. Returns the gains in the exported file and in the photo. */
async function edited(edit: (session: Session) => void): Promise<{ now: Gains; before: Gains }> {
  const { session, bytes } = await hdrSession()
  session.history.transact('edit', () => edit(session))
  return { now: await gainsIn(await exported(session)), before: await gainsIn(bytes) }
}

const subjectOf = (session: Session) => layerOfKind(session.doc, 'subject') as SubjectLayer

it('an HDR export and an SDR export of the same photo contain the same base image', async () => {
  const { session } = await hdrSession()
  const [hdr, sdr] = [await exported(session), await exported(session, { hdr: false })]
  // compares the files from their first DQT marker on, where the image data starts
  const scanOf = (file: Uint8Array) => file.findIndex((byte, i) => byte === 0xff && file[i + 1] === 0xdb)
  const rest = sdr.subarray(scanOf(sdr))
  expect(hdr.subarray(scanOf(hdr), scanOf(hdr) + rest.length)).toEqual(rest)
  expect(readGainMap(sdr)).toBeNull()
})

it('the estimated size of an exported HDR photo includes the gain map', async () => {
  const { session } = await hdrSession()
  const estimate = await estimatePicture(snapshotOf(session), settingsOf({}), graphicsOf(renderer, session), { signal })
  const [hdr, sdr] = [(await exported(session)).length, (await exported(session, { hdr: false })).length]
  const bytes = estimate.ok ? estimate.value.bytes : Number.NaN
  expect(bytes).toBeGreaterThan((hdr + sdr) / 2)
  expect(bytes).toBeLessThanOrEqual(hdr)
})

it('the export of a photo without a gain map has the bytes of a plain JPEG', async () => {
  const session = await sessionOf(await bytesIn(await jpegOf(WIDTH, HEIGHT, (x) => 200 * x)))
  expect(await exported(session)).toEqual(await exported(session, { hdr: false }))
})

it.each([
  ['0 stops', TWO_STOPS],
  ['negative', { ...TWO_STOPS, min: equalChannels(-1) }],
])('a white shape on an HDR photo is as bright as SDR white when the lowest gain is %s', async (_, metadata) => {
  const { session, bytes } = await hdrSession({ metadata })
  session.history.transact('text', () => {
    newLayer(session.doc, 'shape', { scale: 60, placement: 'foreground' })
  })
  const file = await exported(session)
  const now = await gainsIn(file)
  let marked = 0
  for (let y = 30; y < 50; y++) for (let x = 50; x < 70; x++) if (Math.abs(now.at(x, y)) < 1e-9) marked++
  expect(marked).toBe(400)
  const isFar = (x: number, y: number) => Math.abs(x - 60) > 32 || Math.abs(y - 40) > 32
  await expectGains(file, bytes, (x, y) => (isFar(x, y) ? [x, y] : null))
})

/** Maps a position in the upright map to the stored map, by EXIF orientation. `w`, `h`: upright size. */
const STORED: Record<number, (x: number, y: number, w: number, h: number) => [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y, w) => [w - 1 - x, y],
  3: (x, y, w, h) => [w - 1 - x, h - 1 - y],
  4: (x, y, _, h) => [x, h - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, w) => [y, w - 1 - x],
  7: (x, y, w, h) => [h - 1 - y, w - 1 - x],
  8: (x, y, _, h) => [h - 1 - y, x],
}

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'with the EXIF orientation %s, the gain map is rotated like the photo',
  async (orientation) => {
    const { session, bytes } = await hdrSession({ orientation })
    const [w, h] = orientation < 5 ? [WIDTH / 2, HEIGHT / 2] : [HEIGHT / 2, WIDTH / 2]
    await expectGains(await exported(session), bytes, (x, y) => STORED[orientation]?.(x, y, w, h) ?? null)
  },
)

it.each([
  ['upright', {}],
  ['mirrored', { isMirrored: true }],
  ['rotated', { quarterTurns: 1, width: HEIGHT - 1, height: WIDTH - 1 }],
] as [string, Partial<Crop>][])(
  'exporting the %s HDR photo with odd side lengths preserves its gains',
  async (_, turn) => {
    const { session, bytes } = await hdrSession({ size: [WIDTH - 1, HEIGHT - 1] })
    session.history.transact('turn', () => {
      session.doc.crop = { ...cropOf(session.doc), ...turn }
    })
    await expectGains(await exported(session), bytes, (x, y) =>
      turn.isMirrored ? [WIDTH / 2 - 1 - x, y] : turn.quarterTurns ? [y, HEIGHT / 2 - 1 - x] : [x, y],
    )
  },
)

it.each([
  ['at an odd px', { x: 41, y: 21, width: 100, height: 60 }],
  ['with odd sides', { x: 40, y: 20, width: 101, height: 61 }],
  ['at an odd px with odd sides', { x: 41, y: 21, width: 101, height: 61 }],
])("the gains of an HDR photo's crop %s are at the positions where readers expect the gains", async (_, frame) => {
  const { session, bytes } = await hdrSession()
  session.history.transact('crop', () => {
    session.doc.crop = { ...cropOf(session.doc), ...frame }
  })
  const file = await exported(session)
  const { width, height } = await gainsIn(file)
  expect([width, height]).toEqual([Math.ceil(frame.width / 2), Math.ceil(frame.height / 2)])
  const place = (start: number, length: number, i: number) =>
    (start + ((i + 0.5) * length) / Math.ceil(length / 2)) / 2 - 0.5
  await expectGains(file, bytes, (x, y) => [place(frame.x, frame.width, x), place(frame.y, frame.height, y)])
})

it('margins around an exported HDR photo have a gain of 0', async () => {
  const { session, bytes } = await hdrSession()
  const [now, before] = [
    await gainsIn(await exported(session, { size: 'pixels', width: 246, height: 199, fitting: 'fit' })),
    await gainsIn(bytes),
  ]
  for (const x of [5, 60, 118]) expect([now.at(x, 4), now.at(x, 96)]).toEqual([0, 0])
  expect(now.at(61, 49)).toBeCloseTo(before.at(60, 40), 1)
})

it('the gains inside a filled hole of an HDR photo vary no more than around the hole', async () => {
  const { now } = await edited((session) => {
    subjectOf(session).isHidden = true
  })
  let [inside, around] = [0, 0]
  for (let y = 2; y < now.height - 2; y++)
    for (let x = 2; x < now.width - 2; x++) {
      const steep = Math.hypot(now.at(x + 1, y) - now.at(x - 1, y), now.at(x, y + 1) - now.at(x, y - 1))
      if (Math.hypot(x - 60, y - 40) < 26) inside = Math.max(inside, steep)
      else if (Math.hypot(x - 60, y - 40) < 40) around = Math.max(around, steep)
    }
  expect(inside).toBeLessThanOrEqual(1.2 * around)
})

it("the filled hole of an erased object doesn't get the gain of the neighboring subject", async () => {
  const box = { x: 174, y: 60, width: 30, height: 40 }
  const isErased = (x: number, y: number) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height
  const isBright = (x: number, y: number) => Math.hypot(x - WIDTH / 2, y - HEIGHT / 2) < 54 || isErased(x, y)
  const { session } = await hdrSession({ shade: (x, y) => (isBright(x * WIDTH, y * HEIGHT) ? 200 : 40) })
  const coverage = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    isErased(i % WIDTH, Math.floor(i / WIDTH)) ? 255 : 0,
  )
  const matte = session.assets.put({ kind: 'matte', width: WIDTH, height: HEIGHT, coverage })
  session.history.transact('erase', () => {
    const id = newLayer(session.doc, 'object', { lifted: { matte, box, home: 'background' } })
    Object.assign(session.doc.layers[id] ?? {}, { isHidden: true })
  })
  const now = await gainsIn(await exported(session))
  expect(now.at(60, 40)).toBeGreaterThan(now.at(110, 10) + 1)
  const inHole = [91, 94, 97, 100].map((x) => now.at(x, 40))
  for (const gain of inHole) expect(gain, String(inHole)).toBeCloseTo(now.at(110, 10), 1)
})

type Place = [x: number, y: number]
const CORNER: Place = [10, 10]
const MIDDLE: Place = [60, 40]
const FRONT = { placement: 'foreground' } as const

const side = { width: 8, height: 8 }
const flatImage = {
  ...{ kind: 'bitmap' as const, ...side, hasAlpha: false, sha256: '' },
  bitmap: await createImageBitmap(new ImageData(new Uint8ClampedArray(256).fill(255), 8)),
}
const overlay = (doc: Session['doc'], content = '') =>
  void newLayer(doc, 'overlay', { content, ...side, scale: 40, ...FRONT })

/** Layers over the photo whose pixels have the gain 0. */
const DRAWN: [string, (session: Session) => void][] = [
  ['a text', ({ doc }) => void newLayer(doc, 'text', { text: 'III', color: '#ffffff', ...FRONT })],
  [
    'a text with a shadow',
    ({ doc }) => void newLayer(doc, 'text', { text: 'III', shadow: { enabled: true }, ...FRONT }),
  ],
  [
    'a glowing shape',
    ({ doc }) =>
      void newLayer(doc, 'shape', { scale: 40, glow: { enabled: true, color: '#ffffff', intensity: 60 }, ...FRONT }),
  ],
  [
    'a shape with the blend mode Multiply',
    ({ doc }) => void newLayer(doc, 'shape', { scale: 40, blendMode: 'multiply', ...FRONT }),
  ],
  ['an image overlay without a gain map', ({ doc, assets }) => overlay(doc, assets.put(flatImage))],
  ['an image overlay with a gain map', ({ doc }) => overlay(doc, doc.photo?.asset)],
  ['a sticker', ({ doc }) => void newLayer(doc, 'sticker', { scale: 0.4, ...FRONT })],
  [
    'a drawing',
    ({ doc }) =>
      void newLayer(doc, 'drawing', {
        points: [40, 120, 200].map((x) => ({ x, y: 80, size: 30, color: '#ffffff' })),
        ...FRONT,
      }),
  ],
]

it.each(DRAWN)('on an HDR photo, %s is not brighter than SDR', async (_, add) => {
  const { now, before } = await edited(add)
  let [worst, covered] = [0, 0]
  for (let y = 0; y < now.height; y++)
    for (let x = 0; x < now.width; x++) {
      worst = Math.max(worst, now.at(x, y) - before.at(x, y))
      if (now.at(x, y) < 1e-9) covered++
    }
  expect(worst).toBeLessThanOrEqual(TOLERANCE)
  expect(covered).toBeGreaterThan(50)
})

/** Edits. Each has positions in the exported map, with the position in the photo's map and the factor of its gain. */
const PLACED: [string, (session: Session) => void, [Place, Place, number][]][] = [
  [
    'the gains move with a moved subject',
    (session) => Object.assign(subjectOf(session), { foregroundPosition: { x: 25, y: 0 } }),
    [
      [[90, 40], MIDDLE, 1],
      [[80, 30], [50, 30], 1],
      [[100, 50], [70, 50], 1],
      [CORNER, CORNER, 1],
    ],
  ],
  [
    'a shape with 50 % opacity halves the gains',
    ({ doc }) => void newLayer(doc, 'shape', { scale: 60, opacity: 50, ...FRONT }),
    [[MIDDLE, MIDDLE, 0.5]],
  ],
  [
    'a clone shows the gains of the subject',
    ({ doc }) => void newLayer(doc, 'clone', { position: { x: 30, y: 0 }, ...FRONT }),
    [[[96, 40], MIDDLE, 1]],
  ],
  [
    'the gains move with a lifted object',
    (session) => liftObjects(session, 1), // moves the object by 4% of the width and 30% of the height
    [[[19.8, 33.5], [15, 9.5], 1]],
  ],
  [
    'a colored background has the gain 0',
    ({ doc }) => void Object.assign(doc, { backdrop: colorBackdrop({ color: '#ff0000' }) }),
    [
      [CORNER, CORNER, 0],
      [MIDDLE, MIDDLE, 1],
    ],
  ],
]

it.each(PLACED)('on an HDR photo, %s', async (_, edit, places) => {
  const { now, before } = await edited(edit)
  for (const [at, from, factor] of places)
    expect(now.at(...at), String(at)).toBeCloseTo(factor * before.at(...from), factor === 0 ? 9 : 1)
})

it('the outline of the subject has an HDR gain of 0', async () => {
  const { now } = await edited((session) => {
    Object.assign(subjectOf(session), { cutout: { enabled: true, width: 12, color: '#ffffff', intensity: 100 } })
  })
  const row = Array.from({ length: now.width }, (_, x) => now.at(x, 40))
  expect(row.filter((gain) => gain <= TOLERANCE).length).toBeGreaterThanOrEqual(6)
  expect(row[60]).toBeGreaterThan(0.3)
})

it.each([
  ['HDR', true],
  ['SDR', false],
])("the gains of an HDR background image don't change behind an %s photo", async (_, isHdr) => {
  const { session: other, bytes } = await hdrSession({
    metadata: { ...TWO_STOPS, max: equalChannels(3), capacityMax: 3 },
  })
  const sdr = await bytesIn(await jpegOf(WIDTH, HEIGHT, gains))
  const session = isHdr ? (await hdrSession()).session : await sessionOf(sdr)
  const image = other.assets.bitmap(other.doc.photo?.asset as AssetId) as BitmapAsset
  const asset = session.assets.put(image)
  session.history.transact('image', () => {
    session.doc.backdrop = imageBackdrop({ asset, width: WIDTH, height: HEIGHT, hasAlpha: false })
  })
  const [now, before] = [await gainsIn(await exported(session)), await gainsIn(bytes)]
  expect(now.at(10, 10)).toBeCloseTo(before.at(10, 10), 1)
  expect(now.at(60, 40)).toBeCloseTo(isHdr ? (2 / 3) * before.at(60, 40) : 0, 1)
})

it.each(['png', 'webp', 'jpeg'] as const)(
  'an exported %s file has the IPTC source type of the photo',
  async (format) => {
    const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeCapture'
    const session = await sessionOf(await bytesIn(await addMetadata(await jpegOf(40, 30, gains), { sourceType })))
    expect(xmpOf(await exported(session, { format }), format)).toContain(sourceType)
  },
)
