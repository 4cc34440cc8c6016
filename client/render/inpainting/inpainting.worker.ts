/** The worker that fills the background: a small copy is solved, its shifts are carried over to the photo. */
import { pixelsOf } from '../../model/assets/pixels.ts'
import { type FullSizeHole, fullSizeHole } from './fullSizeHole.ts'
import type { InpaintingCommand, InpaintingMessage } from './inpaintingProtocol.ts'
import code from './kernel/patchMatch.ts?wasm'
import type { PhotoTiles } from './PhotoTiles.ts'
import type { PatchKernel } from './patchKernel.ts'
import { plainPatchKernel } from './plainPatchKernel.ts'
import { type InpaintingSolution, solveInpainting } from './solveInpainting.ts'
import { holeTiles, sourceTiles, transferTile } from './transferPatches.ts'
import { WorkingCopy } from './WorkingCopy.ts'
import { createWasmPatchKernel } from './wasmPatchKernel.ts'

/** Pixels of a strip: small enough that copying one between threads causes no delay. */
const STRIP_PIXELS = 1 << 20
/** The part of the whole time that solving takes. */
const SOLVE_SHARE = 0.8

interface Job {
  hole: FullSizeHole
  copy: WorkingCopy
  rows: number
  solved: { solution: InpaintingSolution; photo: PhotoTiles } | null
}

let job: Job | null = null

const post = (message: InpaintingMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: command }: MessageEvent<InpaintingCommand>) => {
  if (command.type === 'hole') {
    const { size, coverage } = command
    if (!coverage.some((value) => value > 0)) return post({ type: 'plan', rows: 0 })
    const rows = Math.max(1, Math.floor(STRIP_PIXELS / size.width))
    job = { hole: fullSizeHole(coverage, size), copy: new WorkingCopy(size), rows, solved: null }
    return post({ type: 'plan', rows })
  }
  if (!job) throw new Error('inpainting: pixels before a hole')
  switch (command.type) {
    case 'rows':
      job.copy.add(takePixels(command.image), command.rect, job.hole.hole)
      return post({ type: 'added' })
    case 'solve':
      return post({ type: 'solved', tops: solve(job, command.seed) })
    case 'source':
      job.solved?.photo.add(takePixels(command.image), command.rect)
      return post({ type: 'added' })
    case 'transfer': {
      const patches = transfer(job)
      return post(
        { type: 'patches', patches },
        patches.map(({ rgba }) => rgba.buffer),
      )
    }
  }
}

function takePixels(image: ImageBitmap): Uint8ClampedArray {
  const { data } = pixelsOf(image)
  image.close()
  return data
}

/** Returns the tops of the strips that the solution copies from; none where nothing is filled. */
function solve(own: Job, seed: number): number[] {
  const { hole, copy, rows } = own
  const onProgress = (share: number) => post({ type: 'progress', share: SOLVE_SHARE * share })
  const solution = solveInpainting(copy.picture(), { kernel: createKernel(), seed, onProgress })
  if (!solution) return []
  const photo = sourceTiles(hole, solution)
  own.solved = { solution, photo }
  const tops = Array.from({ length: Math.ceil(hole.height / rows) }, (_, i) => i * rows)
  return tops.filter((top) => photo.needsRows(top, Math.min(rows, hole.height - top)))
}

function transfer({ hole, solved }: Job) {
  if (!solved) return []
  const tiles = holeTiles(hole)
  return tiles.map((tile, i) => {
    if (i % 32 === 0) post({ type: 'progress', share: SOLVE_SHARE + ((1 - SOLVE_SHARE) * i) / tiles.length })
    return transferTile(tile, solved.photo, hole, solved.solution)
  })
}

/** Some enterprises forbid WebAssembly; the twin gives the same bytes, only later. */
function createKernel(): PatchKernel {
  try {
    return createWasmPatchKernel(new WebAssembly.Module(code))
  } catch {
    return plainPatchKernel
  }
}
