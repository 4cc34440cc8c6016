/** The worker that fills the background: a small copy is solved, its shifts are carried over to the photo. */
import { pixelsOf } from '../../model/assets/pixels.ts'
import { type FullSizeHole, fullSizeHole } from './fullSizeHole.ts'
import type { InpaintingCommand, InpaintingMessage } from './inpaintingProtocol.ts'
import code from './kernel/patchMatch.ts?wasm'
import type { PatchKernel } from './patchKernel.ts'
import { plainPatchKernel } from './plainPatchKernel.ts'
import { solveInpainting } from './solveInpainting.ts'
import { holeTiles, type PhotoStrips, transferTile } from './transferPatches.ts'
import { WorkingCopy } from './WorkingCopy.ts'
import { createWasmPatchKernel } from './wasmPatchKernel.ts'

/** Pixels of a strip: small enough that copying one between threads causes no delay. */
const STRIP_PIXELS = 1 << 20
/** The part of the whole time that solving takes. */
const SOLVE_SHARE = 0.8

interface Job {
  hole: FullSizeHole
  copy: WorkingCopy
  photo: PhotoStrips & { strips: Uint8ClampedArray[] }
}

let job: Job | null = null

const post = (message: InpaintingMessage, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.onmessage = ({ data: command }: MessageEvent<InpaintingCommand>) => {
  if (command.type === 'hole') {
    const { size, coverage } = command
    if (!coverage.some((value) => value > 0)) return post({ type: 'plan', rows: 0 })
    const rows = Math.max(1, Math.floor(STRIP_PIXELS / size.width))
    job = { hole: fullSizeHole(coverage, size), copy: new WorkingCopy(size), photo: { ...size, rows, strips: [] } }
    return post({ type: 'plan', rows })
  }
  if (!job) throw new Error('inpainting: pixels before a hole')
  if (command.type === 'rows') {
    const { data } = pixelsOf(command.image)
    command.image.close()
    job.photo.strips.push(data)
    job.copy.add(data, command.rect, job.hole.hole)
    return post({ type: 'added' })
  }
  const patches = solve(job, command.seed)
  post(
    { type: 'patches', patches },
    patches.map(({ rgba }) => rgba.buffer),
  )
}

function solve({ hole, copy, photo }: Job, seed: number) {
  const onProgress = (share: number) => post({ type: 'progress', share: SOLVE_SHARE * share })
  const solution = solveInpainting(copy.picture(), { kernel: createKernel(), seed, onProgress })
  if (!solution) return []
  const tiles = holeTiles(hole)
  return tiles.map((tile, i) => {
    if (i % 32 === 0) post({ type: 'progress', share: SOLVE_SHARE + ((1 - SOLVE_SHARE) * i) / tiles.length })
    return transferTile(tile, photo, hole, solution)
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
