/**
 * The solid part of a matte, for outlined cutouts. Single strands of hair and haze show the color of the old
 * background, so a solid matte doesn't contain them. The solid part is the morphological opening of the well covered
 * pixels, without pieces of strands. Next to it, the matte's own soft edge remains and ends within a few px. An edge as
 * soft as one px doesn't change.
 */

import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { copyRect, expandRect, intersection, tilesOf } from '#client/kit/geometry/rect.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateSquare, erodeSquare } from '#client/kit/pixels/morphology.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { Coverage } from '#client/model/assets/store.ts'

/** Minimum coverage (of 255) of the solid part. */
const SOLID = 160
/** Minimum coverage (of 255) of a strand. */
const STRAND = 32
/** Longer side of a photo per px of the half width of a strand. */
const SIDE_PER_STRAND = 800
/** Longer side of a photo per px of the longer side of a strand's largest piece. */
const SIDE_PER_PIECE = 48
const TILE_SIDE = 128

/** Lengths of a solid matte, px. */
interface Lengths {
  /** Half the maximum width of the strands that the matte omits. 0 for photos of less than 800 px. */
  radius: number
  /** Width of the soft edge that the matte keeps. */
  soft: number
  /** Maximum side of a piece of a strand. */
  piece: number
}

function lengthsOf({ width, height }: Size): Lengths {
  const side = Math.max(width, height)
  const radius = Math.floor(side / SIDE_PER_STRAND)
  return { radius, soft: Math.max(1, radius), piece: Math.round(side / SIDE_PER_PIECE) }
}

/** Returns the distance from a changed px within which the solid matte may change, px. */
export function solidReach(matte: Size): number {
  const { radius, soft, piece } = lengthsOf(matte)
  return 2 * radius + 2 * soft + piece + 1
}

/** Writes the solid matte's coverage in the rectangle `part` (px) into the bytes of the whole matte. */
export function writeSolid(coverage: Uint8Array, matte: Coverage, part: Rect): void {
  const lengths = lengthsOf(matte)
  const { soft, piece } = lengths
  const whole = { x: 0, y: 0, width: matte.width, height: matte.height }
  const area = intersection(expandRect(part, soft + piece + 1), expandRect(whole, soft)) ?? part
  const solid = openedIn(area, matte, lengths)
  clearPieces(solid, area, matte, lengths)
  // next to a straight edge, `soft` of 2 · soft + 1 rows are solid
  const full = soft * (2 * soft + 1)
  for (const tile of tilesOf(part, TILE_SIDE)) {
    const around = expandRect(tile, soft)
    const own = repeatedAt(matte, around)
    const inside = new Uint8Array(own.length)
    copyRect(solid, area, inside, around)
    const [lowest, highest] = rangeOf(inside)
    if (highest === 0) own.fill(0)
    else if (lowest === 0) {
      const near = squareSums(inside, around, soft)
      for (let i = 0; i < own.length; i++) own[i] = Math.round((own[i] ?? 0) * Math.min(1, (near[i] ?? 0) / full))
    }
    const inner = new Uint8Array(tile.width * tile.height)
    copyRect(own, around, inner, tile)
    copyRect(inner, tile, coverage, whole)
  }
}

/** Returns the opening of the well covered pixels in a rectangle, 1 = solid. */
function openedIn(area: Rect, matte: Coverage, { radius }: Lengths): Uint8Array {
  const solid = new Uint8Array(area.width * area.height)
  for (const tile of tilesOf(area, TILE_SIDE)) {
    const around = expandRect(tile, 2 * radius)
    const own = repeatedAt(matte, around)
    const [lowest, highest] = rangeOf(own)
    if (highest < SOLID) continue
    const opened = lowest < SOLID ? dilateSquare(erodeSquare(own, around, radius, SOLID), around, radius) : own.fill(1)
    const inner = new Uint8Array(tile.width * tile.height)
    copyRect(opened, around, inner, tile)
    copyRect(inner, tile, solid, area)
  }
  return solid
}

/**
 * Clears the pieces that remain of a strand whose width varies. A piece is a small component of the solid part around
 * which the matte continues. A small part that stands alone, such as the dot of an i, isn't a piece.
 */
function clearPieces(solid: Uint8Array, area: Rect, matte: Coverage, lengths: Lengths): void {
  const margin = 2 * lengths.radius + lengths.soft
  const seen = new Uint8Array(solid.length)
  for (let at = 0; at < solid.length; at++) {
    // the first px of a run
    if (!solid[at] || seen[at] || (at % area.width > 0 && solid[at - 1])) continue
    const found = smallComponent(at, { solid, seen, area, side: lengths.piece })
    if (found && isPiece(found, area, matte, margin)) for (const px of found.pixels) solid[px] = 0
  }
}

interface Search {
  solid: Uint8Array
  /** 1 = px of a component within `side`, 2 = px of a larger component. */
  seen: Uint8Array
  area: Size
  side: number
}

interface Component {
  pixels: number[]
  /** The box of the px within the area. */
  box: Rect
}

/** Returns the component at a px. Null if it is longer than `side` or touches the area's edge. */
function smallComponent(start: number, { solid, seen, area: { width, height }, side }: Search): Component | null {
  const pixels = [start]
  seen[start] = 1
  let isLarge = false
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let i = 0; i < pixels.length && !isLarge; i++) {
    const at = pixels[i] ?? 0
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    isLarge = left === 0 || top === 0 || right === width - 1 || bottom === height - 1
    isLarge ||= right - left >= side || bottom - top >= side
    for (const next of isLarge ? [] : [at - 1, at + 1, at - width, at + width]) {
      if (seen[next] === 2) isLarge = true
      if (!solid[next] || seen[next]) continue
      seen[next] = 1
      pixels.push(next)
    }
  }
  if (isLarge) for (const px of pixels) seen[px] = 2
  return isLarge ? null : { pixels, box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 } }
}

/** Returns true if the matte continues at a component more than `margin` px beyond the component's box. */
function isPiece({ pixels, box }: Component, area: Rect, matte: Coverage, margin: number): boolean {
  const near = expandRect(box, margin + 1)
  const { width, height } = near
  const own = repeatedAt(matte, { ...near, x: area.x + near.x, y: area.y + near.y })
  const { labels } = labelComponents({ width, height, inside: own.map((byte) => Number(byte >= STRAND)) })
  const labelAt = (at: number) => labels[(Math.floor(at / area.width) - near.y) * width + (at % area.width) - near.x]
  const joined = new Set(pixels.map(labelAt))
  return labels.some((label, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    return label > 0 && (x === 0 || y === 0 || x === width - 1 || y === height - 1) && joined.has(label)
  })
}

/** Returns the coverage of a rectangle. Beyond the matte, its border repeats, because the photo cuts the subject off. */
function repeatedAt(matte: Coverage, { x, y, width, height }: Rect): Uint8Array {
  const own = new Uint8Array(width * height)
  const [left, right] = [Math.max(0, x), Math.min(x + width, matte.width)]
  for (let row = 0; row < height; row++) {
    const start = clamp(y + row, 0, matte.height - 1) * matte.width
    const line = own.subarray(row * width, (row + 1) * width)
    line.set(matte.coverage.subarray(start + left, start + right), left - x)
    line.fill(line[left - x] ?? 0, 0, left - x)
    line.fill(line[right - x - 1] ?? 0, right - x)
  }
  return own
}

/** Returns the lowest and the highest byte. */
function rangeOf(bytes: Uint8Array): [lowest: number, highest: number] {
  let [lowest, highest] = [255, 0]
  for (const byte of bytes) {
    if (byte < lowest) lowest = byte
    if (byte > highest) highest = byte
  }
  return [lowest, highest]
}

/**
 * Returns for each pixel the sum over the square of 2 · `radius` + 1 px around it. Values beyond the rectangle are 0.
 * The sums are integers, because the rounding of `boxMean` would depend on the tile.
 */
function squareSums(values: Uint8Array, { width, height }: Rect, radius: number): Int32Array {
  const across = new Int32Array(values.length)
  for (let y = 0; y < height; y++)
    for (let x = -radius, at = y * width - radius, sum = 0; x < width; x++, at++) {
      if (x + radius < width) sum += values[at + radius] ?? 0
      if (x > radius) sum -= values[at - radius - 1] ?? 0
      if (x >= 0) across[at] = sum
    }
  const sums = new Int32Array(values.length)
  for (let y = -radius; y < height; y++) {
    const [above, entering, leaving] = [(y - 1) * width, (y + radius) * width, (y - radius - 1) * width]
    // rows above the rectangle accumulate in row 0
    const row = Math.max(0, y) * width
    for (let x = 0; x < width; x++) {
      let sum = (y > 0 ? sums[above + x] : sums[x]) ?? 0
      if (y + radius < height) sum += across[entering + x] ?? 0
      if (y > radius) sum -= across[leaving + x] ?? 0
      sums[row + x] = sum
    }
  }
  return sums
}
