/** Coarse maps → coverage bytes in the photo's own size, row by row: a large photo is never held whole. */
import type { Size } from '../../../kit/base/geometry.ts'
import type { Guide } from './guidedFilter.ts'
import { emptyPlane, logistic, logit, type Plane, resized } from './plane.ts'

/** One thing the user pointed at: what was drawn there, in logits on the grid, is added or taken away. */
export interface Touch {
  adds: boolean
  logits: Plane
}

/**
 * What is believed of each pixel. `base`: 0..1; `logits` beside it count half, alone they count whole; with neither
 * nothing is chosen. Touches follow in order.
 */
export interface Belief {
  base: Plane | null
  logits: Plane | null
  touches: readonly Touch[]
}

const LOGIT_WEIGHT = 0.5
const NOTHING = -20

/** The belief as one map of 0..1, at any size. */
export function believed(belief: Belief, size: Size): Plane {
  const to = emptyPlane(size)
  const row = new BeliefRow(belief, size)
  for (let y = 0; y < size.height; y++) row.read(y, to.values.subarray(y * size.width, (y + 1) * size.width))
  return to
}

/** A belief, read row by row at one size. */
class BeliefRow {
  readonly #base: Coarse | null
  readonly #logits: Coarse | null
  readonly #touches: { adds: boolean; logits: Coarse }[]

  constructor({ base, logits, touches }: Belief, size: Size) {
    const isMuchSmaller = (plane: Plane) => plane.width > 2 * size.width || plane.height > 2 * size.height
    const coarse = (plane: Plane) => new Coarse(isMuchSmaller(plane) ? resized(plane, size) : plane, size)
    this.#base = base && coarse(base)
    this.#logits = logits && coarse(logits)
    this.#touches = touches.map(({ adds, logits }) => ({ adds, logits: coarse(logits) }))
  }

  read(y: number, row: Float32Array): void {
    const [base, logits, touches] = [this.#base, this.#logits, this.#touches]
    for (const one of [base, logits, ...touches.map((touch) => touch.logits)]) one?.seek(y)
    for (let x = 0; x < row.length; x++) {
      if (base && !logits && touches.length === 0) {
        row[x] = base.at(x)
        continue
      }
      let sum = base ? logit(base.at(x)) + (logits ? LOGIT_WEIGHT * logits.at(x) : 0) : logits ? logits.at(x) : NOTHING
      for (const { adds, logits: drawn } of touches)
        sum = adds ? Math.max(sum, drawn.at(x)) : Math.min(sum, -drawn.at(x))
      row[x] = logistic(sum)
    }
  }
}

/** Certain pixels keep their belief; the filter decides in between and a little beyond. */
const UNCERTAIN = 0.03
const BAND_REACH = 0.004 // of the photo's diagonal
const BAND_GAIN = 4

export class MatteRows {
  readonly #size: Size
  readonly #belief: BeliefRow
  readonly #guide: Coarse[]
  readonly #contrast: number
  readonly #reach: number
  readonly #believed: Float32Array[] = [] // the last rows, by row number modulo their count
  readonly #uncertain: Float32Array[] = [] // of each row, its band's horizontal sums
  readonly #column: Float32Array // the band's sums over the window of rows
  #read = 0 // rows of belief that are known
  #written = 0

  /** `contrast`: about the middle; 1 = none. */
  constructor(size: Size, belief: Belief, guide: Guide, contrast: number) {
    this.#size = size
    this.#contrast = contrast
    this.#belief = new BeliefRow(belief, size)
    this.#guide = [guide.red, guide.green, guide.blue, guide.offset].map((plane) => new Coarse(plane, size))
    this.#reach = Math.max(2, Math.floor(BAND_REACH * Math.hypot(size.width, size.height)))
    this.#column = new Float32Array(size.width)
    const rows = 2 * this.#reach + 2
    for (let i = 0; i < rows; i++) {
      this.#believed.push(new Float32Array(size.width))
      this.#uncertain.push(new Float32Array(size.width))
    }
    for (let y = -this.#reach; y < this.#reach; y++) this.#addRow(y, 1)
  }

  /** The next rows of coverage; `rgba`: their pixels. */
  next(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
    const { width } = this.#size
    const rows = rgba.length / 4 / width
    const coverage = new Uint8ClampedArray(rows * width)
    const [red, green, blue, offset] = this.#guide
    if (!red || !green || !blue || !offset) throw new Error('a guide of three colours and an offset')
    const gain = BAND_GAIN / (2 * this.#reach + 1) ** 2
    for (let row = 0; row < rows; row++) {
      const y = this.#written++
      this.#addRow(y + this.#reach, 1)
      const map = this.#rowOf(y)
      for (const coarse of this.#guide) coarse.seek(y)
      for (let x = 0, at = row * width; x < width; x++, at++) {
        const plain = map[x] ?? 0
        const share = Math.min(1, (this.#column[x] ?? 0) * gain)
        let value = plain
        if (share > 1e-6) {
          const [r, g, b] = [rgba[4 * at] ?? 0, rgba[4 * at + 1] ?? 0, rgba[4 * at + 2] ?? 0]
          const filtered = (red.at(x) * r + green.at(x) * g + blue.at(x) * b) / 255 + offset.at(x)
          value += share * (Math.min(1, Math.max(0, filtered)) - plain)
        }
        coverage[at] = 255 * ((value - 0.5) * this.#contrast + 0.5)
      }
      this.#addRow(y - this.#reach, -1)
    }
    return new Uint8Array(coverage.buffer)
  }

  /** The photo's first and last rows go on beyond its edge. */
  #addRow(y: number, sign: number): void {
    const inside = Math.min(this.#size.height - 1, Math.max(0, y))
    while (this.#read <= inside) this.#readRow(this.#read++)
    const sums = this.#uncertain[inside % this.#uncertain.length]
    for (let x = 0; x < this.#size.width; x++) this.#column[x] = (this.#column[x] ?? 0) + sign * (sums?.[x] ?? 0)
  }

  #rowOf = (y: number): Float32Array => this.#believed[y % this.#believed.length] ?? new Float32Array()

  #readRow(y: number): void {
    const { width } = this.#size
    const row = this.#rowOf(y)
    this.#belief.read(y, row)
    const sums = this.#uncertain[y % this.#uncertain.length] ?? new Float32Array()
    const isOpen = (x: number) => {
      const value = row[Math.min(width - 1, Math.max(0, x))] ?? 0
      return Number(value > UNCERTAIN && value < 1 - UNCERTAIN)
    }
    let sum = 0
    for (let x = -this.#reach; x <= this.#reach; x++) sum += isOpen(x)
    for (let x = 0; x < width; x++) {
      sums[x] = sum
      sum += isOpen(x + this.#reach + 1) - isOpen(x - this.#reach)
    }
  }
}

/** A small map seen at the photo's size: linear between its pixels' centres. */
class Coarse {
  readonly #plane: Plane
  readonly #left: Int32Array
  readonly #share: Float32Array // of the right neighbour
  readonly #step: number
  readonly #row: Float32Array // one more than wide: the last has a right neighbour too

  constructor(plane: Plane, size: Size) {
    this.#plane = plane
    this.#step = plane.height / size.height
    this.#left = new Int32Array(size.width)
    this.#share = new Float32Array(size.width)
    this.#row = new Float32Array(plane.width + 1)
    for (let x = 0; x < size.width; x++) {
      const place = Math.min(plane.width - 1, Math.max(0, ((x + 0.5) * plane.width) / size.width - 0.5))
      this.#left[x] = Math.floor(place)
      this.#share[x] = place - Math.floor(place)
    }
  }

  seek(y: number): void {
    const { width, height, values } = this.#plane
    const place = Math.min(height - 1, Math.max(0, (y + 0.5) * this.#step - 0.5))
    const top = Math.floor(place)
    const share = place - top
    const [above, below] = [top * width, Math.min(height - 1, top + 1) * width]
    for (let x = 0; x < width; x++)
      this.#row[x] = (values[above + x] ?? 0) * (1 - share) + (values[below + x] ?? 0) * share
    this.#row[width] = this.#row[width - 1] ?? 0
  }

  at(x: number): number {
    const left = this.#left[x] ?? 0
    const value = this.#row[left] ?? 0
    return value + (this.#share[x] ?? 0) * ((this.#row[left + 1] ?? 0) - value)
  }
}
