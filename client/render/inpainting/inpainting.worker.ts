/**
 * The worker that fills the background. The worker solves a small copy of the photo, then applies the solution at full
 * size.
 */
import { transfer } from 'comlink'
import { exposeMethods, type WorkerCall } from '#client/kit/async/callWorker.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { rowBands } from '#client/kit/geometry/rect.ts'
import { halvedMaximum } from '#client/kit/pixels/morphology.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Patch } from '#client/model/assets/store.ts'
import { castShadows } from './castShadows.ts'
import { addShadows, type FullSizeHole, fullSizeHole, IN_FRONT } from './holes.ts'
import code from './kernel/patchMatch.ts?wasm'
import { createPatchKernel } from './patchKernel.ts'
import { sampleRgb, smoothFill } from './smoothFill.ts'
import { addSolution, type InpaintingSolution, solveInpainting } from './solveInpainting.ts'
import { holeTiles, type PhotoTiles, sourceTiles, transferTile } from './transferPatches.ts'
import { WorkingCopy } from './WorkingCopy.ts'

/** Fraction of the total time that solving takes. */
const SOLVE_SHARE = 0.8

interface Job {
  hole: FullSizeHole
  copy: WorkingCopy
  /** If true, the hole is extended by the shadows that its objects cast. */
  hasShadows: boolean
  solved: { solution: InpaintingSolution; photo: PhotoTiles } | null
}

let job: Job | null = null

const methods = {
  /**
   * Starts a photo. `coverage`: the pixels to fill. `beside`: the pixels of the cutouts that stay in place. Both have
   * one byte per pixel. `hasShadows`: the fill also removes the objects' shadows. Returns false if `coverage` is 0
   * everywhere.
   */
  start(
    size: Size,
    coverage: Uint8Array<ArrayBuffer>,
    beside: Uint8Array<ArrayBuffer> | null,
    hasShadows: boolean,
  ): boolean {
    if (!coverage.some((value) => value > 0)) return false
    job = { hole: fullSizeHole(coverage, size, beside), copy: new WorkingCopy(size), hasShadows, solved: null }
    return true
  },
  /** Adds a strip of the photo. Call it for all strips, top to bottom. */
  addRows(rect: Rect, image: ImageBitmap): void {
    const { copy, hole } = currentJob()
    copy.add(takePixels(image), rect, hole)
  },
  /** Returns the strips that the solution copies from, in photo px. The list is empty if nothing is filled. */
  solve(seed: number, { onProgress }: WorkerCall<number>): Rect[] {
    const own = currentJob()
    const { hole, copy } = own
    if (own.hasShadows) {
      const picture = copy.picture()
      const shadows = castShadows(picture)
      if (shadows) {
        addShadows(hole, picture, shadows)
        copy.cover(shadows)
      }
    }
    const kernel = createPatchKernel(new WebAssembly.Module(code))
    const pictures = copy.pictures()
    const solutions = pictures.flatMap(({ excluded, other, ...picture }, i) => {
      const onShare = (share: number) => onProgress((SOLVE_SHARE * (i + share)) / pictures.length)
      const options = { kernel, seed, onProgress: onShare }
      // if no patch remains without the excluded pixels, the fill copies cutouts and transparent pixels, but not erased
      // objects
      const opaque = excluded && solveInpainting({ ...picture, excluded }, options)
      return opaque ?? solveInpainting({ ...picture, ...(other && { excluded: other }) }, options) ?? []
    })
    const [solution, other] = solutions
    if (!solution) return []
    if (other) addSolution(solution, other)
    const photo = sourceTiles(hole, solution)
    own.solved = { solution, photo }
    return rowBands(hole).filter(({ y, height }) => photo.needsRows(y, height))
  },
  /** Adds a strip that the solution copies from. */
  addSource(rect: Rect, image: ImageBitmap): void {
    currentJob().solved?.photo.add(takePixels(image), rect)
  },
  /** Returns the patches that fill a halved gain map (see the function `fillGainMap`). Doesn't require other calls. */
  fillGainMap(
    map: ImageBitmap,
    coverage: Uint8Array<ArrayBuffer>,
    beside: Uint8Array<ArrayBuffer> | null,
    photo: Size,
  ): Patch[] {
    const pixels = pixelsOf(map)
    map.close()
    return transferred(fillGainMap(pixels, coverage, beside, photo))
  },
  /** Returns the patches that fill the photo. */
  fill({ onProgress }: WorkerCall<number>): Patch[] {
    const { hole, solved } = currentJob()
    if (!solved) return []
    const tiles = holeTiles(hole)
    const patches = tiles.map((tile, i) => {
      if (i % 32 === 0) onProgress(SOLVE_SHARE + ((1 - SOLVE_SHARE) * i) / tiles.length)
      return transferTile(tile, solved.photo, hole, solved.solution)
    })
    return transferred(patches)
  },
}

export type InpaintingWorker = typeof methods

exposeMethods(methods)

const transferred = (patches: Patch[]) =>
  transfer(
    patches,
    patches.map(({ rgba }) => rgba.buffer),
  )

function currentJob(): Job {
  if (!job) throw new Error('inpainting: pixels arrived before the hole')
  return job
}

function takePixels(image: ImageBitmap): Uint8ClampedArray {
  const { data } = pixelsOf(image)
  image.close()
  return data
}

/**
 * Returns patches that fill the hole of a halved gain map smoothly from its rim, in px of the halved map. Copied
 * patches, as in the photo's fill, would leave seams that glow on a bright screen, because the gains at a seam differ
 * more than the colors. `coverage`: coverage of the hole. `beside`: coverage of the cutouts. Both have one byte per px
 * of the photo, row-major.
 */
function fillGainMap(
  { width, height, data }: ImageData,
  coverage: Uint8Array,
  beside: Uint8Array | null,
  photo: Size,
): Patch[] {
  const halved = (mask: Uint8Array) => halvedMaximum(mask, photo)
  const hole = fullSizeHole(halved(coverage), { width, height }, beside && halved(beside))
  const copy = new WorkingCopy({ width, height })
  copy.add(data, { x: 0, y: 0, width, height }, hole)
  const fills = copy.pictures().map(({ excluded, other, ...picture }) => {
    const unknown = excluded ? picture.hole.map((isHole, i) => isHole || (excluded[i] as number)) : picture.hole
    return smoothFill({ ...picture, hole: unknown })
  })
  const [fillBeside, fillInFront = fillBeside] = fills
  const small = copy.size
  const [scaleX, scaleY] = [small.width / width, small.height / height]
  return holeTiles(hole).map((rect) => {
    const rgba = new Uint8Array(4 * rect.width * rect.height).fill(255)
    for (let row = 0, to = 0; row < rect.height; row++)
      for (let column = 0; column < rect.width; column++, to += 4) {
        const [x, y] = [rect.x + column, rect.y + row]
        const share = (hole.opacity[y * width + x] as number) / 255
        const fill = hole.hole[y * width + x] === IN_FRONT ? fillInFront : fillBeside
        for (let c = 0; c < 3; c++) {
          const own = data[4 * (y * width + x) + c] as number
          const smooth = fill && sampleRgb(fill, small, (x + 0.5) * scaleX - 0.5, (y + 0.5) * scaleY - 0.5, c)
          rgba[to + c] = Math.round(smooth && share > 0 ? own + (smooth - own) * share : own)
        }
      }
    return { rect, rgba }
  })
}
