/** An estimate of the subject's mask at low resolution, and functions that compute its foreground probability. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { BilinearRows, logit, type Plane, resizePlane, sigmoid, zeroPlane } from './plane.ts'

/** An edit that adds a mask to the foreground or removes it. `logits`: on the mask grid, > 0 inside the mask. */
export interface LogitEdit {
  adds: boolean
  logits: Plane
}

/**
 * An estimate of a mask. The logit of the foreground probability is logit(prior) + logits / 2. Without a prior, the
 * logit is `logits`. Without a prior and without `logits`, every pixel is background. The edits are then applied in
 * order. An edit that adds a mask sets the maximum of the estimate's logit and the mask's logit. An edit that removes a
 * mask sets the minimum of the estimate's logit and the mask's negated logit.
 */
export interface MaskEstimate {
  /** Foreground probability, 0..1, of any size, stretched to the photo. Null if there is no prior. */
  prior: Plane | null
  /** Logits of the foreground on the mask grid. Null if there are no logits. */
  logits: Plane | null
  edits: readonly LogitEdit[]
}

const LOGIT_WEIGHT = 0.5
/** Logits of pixels that are certainly inside or outside a mask. */
export const [INSIDE_LOGIT, OUTSIDE_LOGIT] = [12, -20]

/** Returns the foreground probability, 0..1, at `size`. */
export function probabilityMap(estimate: MaskEstimate, size: Size): Plane {
  const map = zeroPlane(size)
  const rows = new ProbabilityRows(estimate, size)
  for (let y = 0; y < size.height; y++) rows.read(y, map.values.subarray(y * size.width, (y + 1) * size.width))
  return map
}

/** Reads the foreground probability at `size` row by row, so that memory never contains a whole large map. */
export class ProbabilityRows {
  readonly #prior: BilinearRows | null
  readonly #logits: BilinearRows | null
  readonly #edits: { adds: boolean; logits: BilinearRows }[]

  constructor({ prior, logits, edits }: MaskEstimate, size: Size) {
    const isMuchLarger = (plane: Plane) => plane.width > 2 * size.width || plane.height > 2 * size.height
    const sampler = (plane: Plane) => new BilinearRows(isMuchLarger(plane) ? resizePlane(plane, size) : plane, size)
    this.#prior = prior && sampler(prior)
    this.#logits = logits && sampler(logits)
    this.#edits = edits.map(({ adds, logits }) => ({ adds, logits: sampler(logits) }))
  }

  /** Writes the probabilities (0..1) of row `y` into `row`. The length of `row` is the width. */
  read(y: number, row: Float32Array): void {
    const [prior, logits, edits] = [this.#prior, this.#logits, this.#edits]
    for (const plane of [prior, logits, ...edits.map((edit) => edit.logits)]) plane?.seek(y)
    for (let x = 0; x < row.length; x++) {
      if (prior && !logits && edits.length === 0) {
        row[x] = prior.at(x)
        continue
      }
      let sum = OUTSIDE_LOGIT
      if (prior) sum = logit(prior.at(x)) + (logits ? LOGIT_WEIGHT * logits.at(x) : 0)
      else if (logits) sum = logits.at(x)
      for (const edit of edits) sum = edit.adds ? Math.max(sum, edit.logits.at(x)) : Math.min(sum, -edit.logits.at(x))
      row[x] = sigmoid(sum)
    }
  }
}
