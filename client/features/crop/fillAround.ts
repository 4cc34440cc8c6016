import { createBusyFlow } from '#client/editor/flows/flow.ts'
import { type ImportPictureDeps, importPicture } from '#client/editor/flows/importPicture.ts'
import { BACKGROUND_ERRORS } from '#client/editor/flows/messages.ts'
import { transformedBounds } from '#client/kit/geometry/affine.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { pngInColorSpace } from '#client/kit/pixels/png/chunks.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { keepOnPhoto } from '#client/layers/placement/refitLayer.ts'
import { aroundSubject, subjectBox } from '#client/layers/subjectBox.ts'
import { decodeGainMap } from '#client/media/gainmap/decodeGainMap.ts'
import { photoDataOf } from '#client/media/gainmap/photoData.ts'
import { pngWithGainMap } from '#client/media/gainmap/writeGainMap.ts'
import { type ImportLimits, PHOTO_LIMITS } from '#client/media/importer/importer.ts'
import { createContext } from '#client/model/assets/pixels.ts'
import type { BitmapAsset, MatteAsset, Patch } from '#client/model/assets/store.ts'
import { type BackdropImage, canvasSize, imageBackdrop } from '#client/model/document/backdrop.ts'
import { type Crop, type CropFormat, turnedSize, turnMap, turnOf } from '#client/model/document/crop.ts'
import { essentialCrop, moveCrop, scaleCrop } from '#client/model/document/cropEdits.ts'
import { type DocumentSnapshot, workingSpace } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { whenRefined } from '#client/model/session/ui/subject.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import { filledGainMap } from '#client/render/inpainting/gainMapFills.ts'
import { inpaintPhoto } from '#client/render/inpainting/inpaintPhoto.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { containedMap } from '#client/render/photo/subjectPlacement.ts'
import { cropState } from './cropState.ts'

/** The status while the photo is being extended. The specification doesn't define this text. */
const FILLING_AROUND = 'Extending the photo…'

const HAS_OBJECTS = 'Fill around doesn’t work with erased or lifted objects. Undo or delete them first.'

/** Maximum width of a margin, as a fraction of the photo's side. */
const MAX_MARGIN = 0.25

/**
 * Fill around isn't offered if PHOTO_LIMITS permit only narrower margins than this fraction of the photo's side, and
 * the frame needs wider margins.
 */
const MIN_MARGIN = 0.05

type Limits = Pick<ImportLimits, 'maxPixels' | 'maxSide'>
const NO_LIMITS: Limits = { maxPixels: Number.POSITIVE_INFINITY, maxSide: Number.POSITIVE_INFINITY }

/** Returns the maximum length (px) of a side of the extended photo. `other`: length of the other side, px. */
const maxLength = (other: number, { maxPixels, maxSide }: Limits) => Math.min(maxSide, Math.floor(maxPixels / other))

/**
 * Returns the size (px) of a photo with equal margins on two opposite sides. Width divided by height is `ratio`, unless
 * MAX_MARGIN or `limits` limit the margins. Returns null if the photo doesn't need margins, or if no margin is within
 * the limits.
 */
export function sizeWithMargins({ width, height }: Size, ratio: number, limits: Limits = PHOTO_LIMITS): Size | null {
  const grown = (side: number, wanted: number, other: number) => {
    const added = Math.min(wanted - side, 2 * MAX_MARGIN * side, maxLength(other, limits) - side)
    return side + 2 * Math.floor(Math.max(0, added) / 2)
  }
  const size = { width: grown(width, height * ratio, height), height: grown(height, width / ratio, width) }
  return size.width === width && size.height === height ? null : size
}

/** Returns the aspect ratio of `target` without the composition's quarter turns. */
const ratioBeforeTurns = (doc: DocumentSnapshot, target: Size): number => {
  const { width, height } = turnedSize(turnOf(doc), target)
  return width / height
}

/**
 * Returns true if the photo has a found subject and its own background, and is too narrow or too low for a frame of
 * this size.
 */
export const mayFillAround = (doc: DocumentSnapshot, target: Size): boolean =>
  doc.photo !== null &&
  doc.separation !== null &&
  doc.backdrop.type === 'original' &&
  sizeWithMargins(doc.photo, ratioBeforeTurns(doc, target), NO_LIMITS) !== null

/** Returns the reason why Fill around is disabled, or null. `pending`: `ui.pendingSteps`, such as a running erasure. */
export function reasonNotToFill(doc: DocumentSnapshot, pending: readonly unknown[], target: Size): string | null {
  if (liftedLayers(doc).length > 0) return HAS_OBJECTS
  if (pending.length > 0) return 'Another task is running. Please wait.'
  return isTooLargeToExtend(doc, target)
    ? 'Fill around doesn’t work with this photo, because the extended photo would exceed 50 megapixels.'
    : null
}

/**
 * Returns true if the photo is too narrow or too low for a frame of this size, but PHOTO_LIMITS permit only margins
 * that are too narrow to be useful.
 */
function isTooLargeToExtend(doc: DocumentSnapshot, target: Size): boolean {
  const { photo } = doc
  if (!photo) return false
  const shareAdded = (limits?: Limits) => {
    const size = sizeWithMargins(photo, ratioBeforeTurns(doc, target), limits) ?? photo
    return Math.max(size.width / photo.width, size.height / photo.height) - 1
  }
  return shareAdded() < Math.min(2 * MIN_MARGIN, shareAdded(NO_LIMITS))
}

/**
 * Returns true if the subject touches exactly one of two opposite sides of the photo. The photo cuts the subject off at
 * that side.
 */
const isCutOnce = (start: number, length: number, side: number) => start <= 1 !== start + length >= side - 1

/**
 * Returns the size (px) of the photo with equal margins that give it the aspect `ratio`, or null if it doesn't need
 * margins. If the subject touches one side only, the frame uses only the margin on the opposite side. In this case,
 * both margins are twice as wide, up to MAX_MARGIN and PHOTO_LIMITS.
 */
export function sizeForFrame({ photo, separation }: DocumentSnapshot, ratio: number): Size | null {
  const size = photo && sizeWithMargins(photo, ratio)
  if (!size || !separation) return size
  const { x, y, width, height } = separation.box
  const oneSided = (side: number, grown: number, other: number) => {
    const room = Math.floor((maxLength(other, PHOTO_LIMITS) - side) / 2)
    return side + 2 * Math.min(grown - side, Math.floor(MAX_MARGIN * side), room)
  }
  return {
    width: isCutOnce(x, width, photo.width) ? oneSided(photo.width, size.width, photo.height) : size.width,
    height: isCutOnce(y, height, photo.height) ? oneSided(photo.height, size.height, photo.width) : size.height,
  }
}

/**
 * Returns the crop, scaled and moved so that it doesn't extend beyond the side of the photo that cuts the subject off.
 * An axis isn't restricted if the photo cuts the subject off at neither or both of its sides. Without a subject,
 * returns the same crop.
 */
export function besideCut(doc: DocumentSnapshot, crop: Crop, canvas: Size): Crop {
  const [box, { photo }] = [subjectBox(doc), doc]
  if (!box || !photo) return crop
  const toTurned = turnMap(crop, canvas)
  const subject = transformedBounds(toTurned, box)
  const own = transformedBounds(toTurned, transformedBounds(containedMap(doc), { x: 0, y: 0, ...photo }))
  const room = (at: 'x' | 'y', side: 'width' | 'height') => {
    const isCut = isCutOnce(subject[at] - own[at], subject[side], own[side])
    const isAtStart = subject[at] - own[at] <= 1
    const start = isCut && isAtStart ? own[at] : 0
    return { start, length: (isCut && !isAtStart ? own[at] + own[side] : turnedSize(crop, canvas)[side]) - start }
  }
  const [across, down] = [room('x', 'width'), room('y', 'height')]
  const fitted = scaleCrop(crop, Math.min(1, across.length / crop.width, down.length / crop.height), canvas)
  const shift = (at: number, length: number, { start, length: whole }: typeof across) =>
    Math.max(start - at, Math.min(0, start + whole - at - length))
  const by = { x: shift(fitted.x, fitted.width, across), y: shift(fitted.y, fitted.height, down) }
  return moveCrop(fitted, by, canvas)
}

type Fill = (picture: Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>, coverage: Uint8Array) => Promise<Patch[]>
type Deps = ImportPictureDeps & { inpaint?: typeof inpaintPhoto }

/**
 * Creates the flow that extends the photo on two opposite sides. The project stores the extended photo as its
 * background image.
 */
export function createFillAround({ inpaint = inpaintPhoto, ...deps }: Deps) {
  const { session } = deps
  const { ui } = session
  const latest = createBusyFlow(deps)
  return {
    /** Fills the margins that the photo needs for the ratio of `target`, and sets the frame, as one undo step. */
    fill: (target: Size & { format: CropFormat }) =>
      latest.run(async (signal, message) => {
        cropState(session).cancelFilling = latest.cancel
        const onProgress = (share: number) => message.busy(FILLING_AROUND, share)
        const fill: Fill = (...picture) => inpaint(...picture, { seed: 0, signal, onProgress })
        let image: BackdropImage | null
        let matte: AssetId | undefined
        do {
          ui.busy = 'processing'
          onProgress(0)
          // the fill permanently replaces the subject, so it must use the better matte
          await whenRefined(ui, signal)
          if (signal.aborted) return
          matte = session.doc.separation?.matte
          const file = await extendedPhoto(session, target, fill, signal)
          image = file && (await importPicture(deps, file, signal, BACKGROUND_ERRORS))
          if (!image || signal.aborted) return
        } while (ui.subject.isRefining || session.doc.separation?.matte !== matte)
        const now = snapshotOf(session) // Undo and Redo may have changed the document in the meantime
        if (liftedLayers(now).length > 0) session.notices.toast({ title: t(HAS_OBJECTS) })
        else if (now.backdrop.type === 'original') showExtended(session, image, target)
        session.collect()
      }),
    cancel: latest.cancel,
  }
}

/**
 * Resolves with the photo and the margins that it needs for the ratio of `target`, as a PNG. The subject is replaced
 * with background. Null if there is no photo or if it doesn't need margins. Rejects when `signal` aborts.
 */
async function extendedPhoto(session: Session, target: Size, fill: Fill, signal: AbortSignal): Promise<File | null> {
  const { assets } = session
  const doc = snapshotOf(session)
  const photo = doc.photo && assets.bitmap(doc.photo.asset)
  const size = sizeForFrame(doc, ratioBeforeTurns(doc, target))
  if (!photo || !size) return null
  const subject = matteOf(doc, assets)
  const margins = marginsOf(photo, size)
  const patches = subject ? await fill(photo, subject.coverage) : []
  const picture = await withMargins(photo, patches, margins, workingSpace(doc))
  signal.throwIfAborted()
  const blob = await withGains(picture, photo, subject, margins).catch((reason: unknown) => {
    console.info('the gain map of the photo was ignored:', reason)
    return picture
  })
  return new File([blob], 'filled.png', { type: blob.type })
}

/**
 * Shows the extended photo as the background image and sets the frame for `target`, as one undo step. Cancel in the
 * open Crop panel reverts this step. Changes to the crop and the layers during the computation remain.
 */
export function showExtended(session: Session, image: BackdropImage, target: Size & { format: CropFormat }): void {
  const { doc, history, assets } = session
  const before = snapshotOf(session)
  history.transact(t('Fill around'), () => {
    doc.backdrop = imageBackdrop(image, { isExtended: true })
    keepOnPhoto(session, before)
    const now = snapshotOf(session)
    const canvas = canvasSize(now)
    const frame = { canvas, size: target, format: target.format }
    const crop = aroundSubject({ ...now, crop: before.crop }, frame, matteOf(before, assets))
    doc.crop = essentialCrop(besideCut(now, crop, canvas), canvas)
  })
  cropState(session).fill = { before, after: snapshotOf(session) }
}

/** A canvas, and the position of the photo's top left corner on that canvas. */
type Margins = Size & { left: number; top: number }

const marginsOf = (photo: Size, { width, height }: Size): Margins => ({
  ...{ width, height, left: (width - photo.width) / 2, top: (height - photo.height) / 2 },
})

/**
 * Resolves with a PNG of an image with margins. The patches replace the subject with background, because the subject is
 * a separate layer that the user can move. The margins mirror the patched image, so there is no seam. `colorSpace`:
 * color space of the image, the patches and the PNG.
 */
async function withMargins(
  { bitmap, width, height }: Pick<BitmapAsset, 'bitmap' | 'width' | 'height'>,
  patches: readonly Patch[],
  { left, top, ...size }: Margins,
  colorSpace: ColorSpace,
): Promise<Blob> {
  const background = createContext({ width, height })
  background.drawImage(bitmap, 0, 0)
  for (const { rect, rgba } of patches) {
    for (let alpha = 3; alpha < rgba.length; alpha += 4) rgba[alpha] = 255
    const pixels = new ImageData(new Uint8ClampedArray(rgba.buffer), rect.width, rect.height)
    background.putImageData(pixels, rect.x, rect.y)
  }
  const context = createContext(size)
  const mirrors =
    left > 0
      ? [left, left + width].map((edge) => new DOMMatrix([-1, 0, 0, 1, 2 * edge, 0]))
      : [top, top + height].map((edge) => new DOMMatrix([1, 0, 0, -1, 0, 2 * edge]))
  for (const mirror of mirrors) {
    context.setTransform(mirror)
    context.drawImage(background.canvas, left, top)
  }
  context.resetTransform()
  context.drawImage(background.canvas, left, top)
  return pngInColorSpace(await context.canvas.convertToBlob({ type: 'image/png' }), colorSpace)
}

/**
 * Adds the photo's gain map to the PNG, if the photo has a gain map. The gain map gets the same margins at half size.
 */
async function withGains(png: Blob, photo: BitmapAsset, subject: MatteAsset | null, margins: Margins): Promise<Blob> {
  const { gainMap = null } = photo.source ? await photoDataOf(photo.source.blob) : {}
  if (!gainMap) return png
  const { asset, metadata } = await decodeGainMap(gainMap, photo, gainMap.metadata)
  const fill = subject && filledGainMap(asset, { photo, matte: subject, settings: defaults(fillField.fields) })
  await fill?.ready
  const { bitmap } = asset
  const [width, height] = [Math.ceil(margins.width / 2), Math.ceil(margins.height / 2)]
  const halved = {
    width,
    height,
    left: Math.ceil((width - bitmap.width) / 2),
    top: Math.ceil((height - bitmap.height) / 2),
  }
  const own = { bitmap, width: bitmap.width, height: bitmap.height }
  const map = await withMargins(own, fill?.filled?.patches ?? [], halved, 'srgb')
  bitmap.close()
  return pngWithGainMap(png, map, metadata)
}
