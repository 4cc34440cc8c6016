/** Worker that fills the background: solves a small copy of the photo, then applies the solution at full size. */
import { transfer } from 'comlink'
import { exposeMethods, type WorkerCall } from '#client/kit/base/callWorker.ts'
import type { Rect, Size } from '#client/kit/base/geometry.ts'
import { pixelsOf } from '#client/model/assets/pixels.ts'
import type { Patch } from '#client/model/assets/store.ts'
import { type FullSizeHole, fullSizeHole } from './holes.ts'
import code from './kernel/patchMatch.ts?wasm'
import type { Inpainting } from './levelFeatures.ts'
import { createPatchKernel } from './patchKernel.ts'
import { type InpaintingSolution, solveInpainting } from './solveInpainting.ts'
import { holeTiles, type PhotoTiles, sourceTiles, transferTile } from './transferPatches.ts'
import { WorkingCopy } from './WorkingCopy.ts'

/** Pixels of a strip, few enough that copying between threads causes no delay. */
const STRIP_PIXELS = 1 << 20
/** Fraction of the total time that solving takes. */
const SOLVE_SHARE = 0.8

interface Job {
  hole: FullSizeHole
  copy: WorkingCopy
  rows: number
  solved: { solution: InpaintingSolution; photo: PhotoTiles } | null
}

let job: Job | null = null

const methods = {
  /**
   * Starts a photo. `coverage`: one byte per px, 0 = keep. Returns the number of rows per strip (the last may be
   * smaller); 0 = nothing is to be filled.
   */
  start(size: Size, coverage: Uint8Array<ArrayBuffer>): number {
    if (!coverage.some((value) => value > 0)) return 0
    const rows = Math.max(1, Math.floor(STRIP_PIXELS / size.width))
    job = { hole: fullSizeHole(coverage, size), copy: new WorkingCopy(size), rows, solved: null }
    return rows
  },
  /** Adds a strip of the photo. Call it for all strips, top to bottom. */
  addRows(rect: Rect, image: ImageBitmap): void {
    const { copy, hole } = currentJob()
    copy.add(takePixels(image), rect, hole.hole)
  },
  /** Returns the tops of the strips that the solution copies from, photo px; empty if nothing is filled. */
  solve(seed: number, { onProgress }: WorkerCall<number>): number[] {
    const own = currentJob()
    const { hole, copy, rows } = own
    const onShare = (share: number) => onProgress(SOLVE_SHARE * share)
    const kernel = createPatchKernel(new WebAssembly.Module(code))
    const solution = solveInpainting(copy.picture(), { kernel, seed, onProgress: onShare })
    if (!solution) return []
    const photo = sourceTiles(hole, solution)
    own.solved = { solution, photo }
    const tops = Array.from({ length: Math.ceil(hole.height / rows) }, (_, i) => i * rows)
    return tops.filter((top) => photo.needsRows(top, Math.min(rows, hole.height - top)))
  },
  /** Adds a strip that the solution copies from. */
  addSource(rect: Rect, image: ImageBitmap): void {
    currentJob().solved?.photo.add(takePixels(image), rect)
  },
  /** Returns the patches that fill a halved gain map; see `fillGainMap`. Doesn't require other calls. */
  fillGainMap(map: ImageBitmap, coverage: Uint8Array<ArrayBuffer>, photo: Size): Patch[] {
    const pixels = pixelsOf(map)
    map.close()
    return transferred(fillGainMap(pixels, coverage, photo))
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
  if (!job) throw new Error('inpainting: pixels before a hole')
  return job
}

function takePixels(image: ImageBitmap): Uint8ClampedArray {
  const { data } = pixelsOf(image)
  image.close()
  return data
}

/**
 * Returns the patches that fill the hole of the halved map smoothly from its rim, in px of the halved map. Copied patches,
 * as the photo's fill uses them, would leave seams that glow on a bright screen, because neighbouring gains of two copies
 * differ more than colours. `coverage`: of the hole, one byte per px of the photo, row-major.
 */
function fillGainMap(map: ImageData, coverage: Uint8Array, photo: Size): Patch[] {
  return patchesOf(map, halvedCoverage(coverage, photo))
}

function patchesOf({ width, height, data }: ImageData, coverage: Uint8Array): Patch[] {
  const hole = fullSizeHole(coverage, { width, height })
  const copy = new WorkingCopy({ width, height })
  copy.add(data, { x: 0, y: 0, width, height }, hole.hole)
  const small = copy.picture()
  const fill = smoothFill(small)
  const [scaleX, scaleY] = [small.width / width, small.height / height]
  return holeTiles(hole).map((rect) => {
    const rgba = new Uint8Array(4 * rect.width * rect.height).fill(255)
    for (let row = 0, to = 0; row < rect.height; row++)
      for (let column = 0; column < rect.width; column++, to += 4) {
        const [x, y] = [rect.x + column, rect.y + row]
        const share = (hole.opacity[y * width + x] as number) / 255
        for (let c = 0; c < 3; c++) {
          const own = data[4 * (y * width + x) + c] as number
          const smooth = share > 0 ? sample(fill, small, (x + 0.5) * scaleX - 0.5, (y + 0.5) * scaleY - 0.5, c) : 0
          rgba[to + c] = Math.round(own + (smooth - own) * share)
        }
      }
    return { rect, rgba }
  })
}

/** Returns a linear interpolation of channel `c` of an RGB image. */
function sample(rgb: Float32Array, { width, height }: Size, x: number, y: number, c: number): number {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  const [u, v] = [Math.max(0, x) - left, Math.max(0, y) - top]
  const at = (column: number, row: number) => rgb[3 * (row * width + column) + c] as number
  return (
    (at(left, top) * (1 - u) + at(right, top) * u) * (1 - v) + (at(left, bottom) * (1 - u) + at(right, bottom) * u) * v
  )
}

/** Steps of relaxation per level of the pyramid. */
const RELAXATIONS = 24

/**
 * Returns the RGB values with the hole filled by a membrane: each px is the mean of its neighbours (Laplace equation),
 * so that the steepest gradient is at the rim. Solved from coarse to fine.
 */
function smoothFill({ width, height, pixels, hole }: Inpainting): Float32Array {
  const values = Float32Array.from(pixels)
  if (!hole.includes(1)) return values
  const start =
    hole.includes(0) && Math.max(width, height) > 1 ? smoothFill(halved({ width, height, pixels, hole })) : values
  const [half, halfHeight] = [Math.ceil(width / 2), Math.ceil(height / 2)]
  const holes = [...hole.keys()].filter((at) => hole[at])
  if (start !== values)
    for (const at of holes) {
      const [x, y] = [at % width, Math.floor(at / width)]
      for (let c = 0; c < 3; c++)
        values[3 * at + c] = sample(start, { width: half, height: halfHeight }, x / 2 - 0.25, y / 2 - 0.25, c)
    }
  for (let step = 0; step < RELAXATIONS; step++)
    for (const at of step % 2 ? holes.toReversed() : holes) {
      const x = at % width
      const neighbours = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width]
      const all = neighbours.map((next) => (next >= 0 && next < hole.length ? next : at))
      for (let c = 0; c < 3; c++)
        values[3 * at + c] = all.reduce((sum, next) => sum + (values[3 * next + c] as number), 0) / 4
    }
  return values
}

/** Halves an image. Each pixel is the mean of its up to four pixels outside the hole, or in the hole if none is. */
function halved({ width, height, pixels, hole }: Inpainting): Inpainting {
  const size = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const sums = new Float32Array(4 * size.width * size.height)
  for (let at = 0; at < hole.length; at++) {
    if (hole[at]) continue
    const to = 4 * ((Math.floor(at / width) >> 1) * size.width + ((at % width) >> 1))
    for (let c = 0; c < 3; c++) sums[to + c] = (sums[to + c] as number) + (pixels[3 * at + c] as number)
    sums[to + 3] = (sums[to + 3] as number) + 1
  }
  const isHole = Uint8Array.from({ length: size.width * size.height }, (_, i) => (sums[4 * i + 3] ? 0 : 1))
  const means = Uint8Array.from({ length: 3 * isHole.length }, (_, i) => {
    const [from, c] = [4 * Math.floor(i / 3), i % 3]
    return (sums[from + c] as number) / Math.max(1, sums[from + 3] as number)
  })
  return { ...size, pixels: means, hole: isHole }
}

/** Returns the coverage at half size, rounded up: the largest byte of each 2 × 2 px. */
function halvedCoverage(coverage: Uint8Array, { width, height }: Size): Uint8Array {
  const half = Math.ceil(width / 2)
  const small = new Uint8Array(half * Math.ceil(height / 2))
  for (let y = 0, from = 0; y < height; y++)
    for (let x = 0; x < width; x++, from++) {
      const at = (y >> 1) * half + (x >> 1)
      small[at] = Math.max(small[at] as number, coverage[from] as number)
    }
  return small
}
