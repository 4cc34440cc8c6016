import { describe, expect, it, vi } from 'vitest'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import { decodePng } from '../../../importer/straight-alpha/png/decodePng.ts'
import { encodeWholePng } from '../../fixtures/encodeWhole.ts'
import { type Content, makePicture } from '../../fixtures/pictures.ts'
import { sourceOf } from '../../fixtures/sourceOf.ts'
import type { PixelSource } from '../../pixelSource.ts'
import type { StripSetup } from '../../strips/createStripEncoder.ts'
import { StripEncoders } from '../../strips/encodeInStrips.ts'
import { encodePng } from './encodePng.ts'

const SIZE = { width: 67, height: 1030 }
const signal = new AbortController().signal

interface Options {
  size?: Size
  content?: Content
  opaque?: boolean
  maxSide?: number
  onPaint?(region: Rect): void
}

/** Returns a source that paints regions of an existing image in a later task, as a GPU would. */
function painterOf({ size = SIZE, content = 'smooth', opaque = true, maxSide = 300, onPaint }: Options = {}) {
  const picture = makePicture(size, content, opaque)
  const source = sourceOf(size, picture, { opaque, maxSide })
  let painting = 0
  const painter: PixelSource = {
    ...source,
    async paint(region, into) {
      expect(painting, 'at most one region is painted in advance').toBeLessThan(2)
      expect(Math.max(region.width, region.height)).toBeLessThanOrEqual(maxSide)
      painting += 1
      await new Promise((resolve) => setTimeout(resolve))
      painting -= 1
      onPaint?.(region)
      if (into) expect(into.length).toBe(4 * region.width * region.height)
      return source.paint(region, into)
    },
  }
  return { painter, picture }
}

async function bytesOf(result: Awaited<ReturnType<typeof encodePng>>): Promise<Uint8Array> {
  if (!result.ok) throw new Error(result.error)
  expect(result.value.type).toBe('image/png')
  return new Uint8Array(await result.value.arrayBuffer())
}

/** Decodes a file to RGBA with straight alpha. Uses the product's decoder, because browsers' decoders round. */
const decode = async (file: Uint8Array) => (await decodePng(file.slice())).rgba

const firstDifference = (a: ArrayLike<number>, b: Uint8Array) =>
  a.length === b.length ? b.findIndex((value, i) => value !== a[i]) : a.length

const allocate = (bytes: number) => new Uint8Array(bytes)

const inWorkers = (setup: StripSetup, strips: number) => new StripEncoders(setup, strips)

const withoutWorkers = (setup: StripSetup, strips: number) =>
  new StripEncoders(setup, strips, () => {
    throw new Error('no workers here')
  })

/** Returns encoders with workers that crash at their first strip. */
const withDyingWorkers = (setup: StripSetup, strips: number) =>
  new StripEncoders(setup, strips, () => {
    const code = 'onmessage = () => { throw new Error("out of memory") }'
    return new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
  })

describe('the PNG file', () => {
  it.each([1, 2, 3, 66, 67])('the PNG of an image only %i px wide is complete', async (width) => {
    const { painter, picture } = painterOf({
      size: { width, height: 300 },
      opaque: false,
      content: 'noise',
      maxSide: 300,
    })
    expect(firstDifference(await decode(await bytesOf(await encodePng(painter, { signal }))), picture)).toBe(-1)
  })

  it('the PNG of an image whose strips are split into tiles is complete', async () => {
    const size = { width: 700, height: 310 }
    const widths: number[] = []
    const { painter, picture } = painterOf({ size, maxSide: 300, onPaint: ({ width }) => widths.push(width) })
    const file = await bytesOf(await encodePng(painter, { signal }))
    expect(widths.sort()).toEqual([233, 233, 233, 233, 234, 234]) // the tiles of two strips may be painted in any order
    expect(firstDifference(await decode(file), picture)).toBe(-1)
  })

  it('the PNG has the same bytes with workers, without workers and after a crash of the workers', async () => {
    const here = encodeWholePng(SIZE, painterOf().picture, true, 300)
    const ways = [inWorkers, withoutWorkers, withDyingWorkers]
    for (const way of ways) {
      const file = await bytesOf(await encodePng(painterOf().painter, { signal }, way))
      expect(firstDifference(file, here)).toBe(-1)
    }
  })
})

describe('the PNG encoding', () => {
  it('the reported progress rises and ends at 1', async () => {
    const seen: number[] = []
    await encodePng(painterOf().painter, { signal, onProgress: (fraction) => seen.push(fraction) })
    expect(seen).toEqual([0.25, 0.5, 0.75, 1])
  })

  it('at most two strips are painted in advance', async () => {
    let painted = 0
    const finish: (() => void)[] = []
    const encoders = {
      threads: 2,
      allocate,
      dispose() {},
      encode: () => new Promise<null>((resolve) => finish.push(() => resolve(null))),
    }
    const size = { width: 67, height: 3000 }
    const exported = encodePng(painterOf({ size, onPaint: () => painted++ }).painter, { signal }, () => encoders)
    await expect.poll(() => finish).toHaveLength(3)
    for (let task = 0; task < 20; task++) await new Promise((resolve) => setTimeout(resolve))
    expect(painted).toBe(4)
    const release = setInterval(() => {
      for (const done of finish.splice(0)) done()
    })
    await exported
    clearInterval(release)
  })

  it('an abort terminates the workers', async () => {
    const stop = new AbortController()
    const workers: Worker[] = []
    const terminated = vi.fn()
    const counting = (setup: StripSetup, strips: number) =>
      new StripEncoders(setup, strips, () => {
        const worker = new Worker(new URL('../../strips/worker.ts', import.meta.url), { type: 'module' })
        const terminate = worker.terminate.bind(worker)
        worker.terminate = () => {
          terminated()
          terminate()
        }
        workers.push(worker)
        return worker
      })
    const { painter } = painterOf({ onPaint: ({ y }) => y > 0 && stop.abort() })
    const result = await encodePng(painter, { signal: stop.signal }, counting)
    expect(result).toEqual({ ok: false, error: 'aborted' })
    expect(workers.length).toBeGreaterThan(0)
    expect(terminated).toHaveBeenCalledTimes(workers.length)
  })

  it('an aborted export settles only after painting has stopped', async () => {
    const stop = new AbortController()
    const { painter } = painterOf({ size: { width: 67, height: 3000 } })
    let painting = 0
    const slow: PixelSource = {
      ...painter,
      async paint(region, into) {
        painting++
        if (region.y > 0) stop.abort()
        await new Promise((resolve) => setTimeout(resolve, region.y > 0 ? 100 : 5))
        painting--
        return painter.paint(region, into)
      },
    }
    expect(await encodePng(slow, { signal: stop.signal })).toEqual({ ok: false, error: 'aborted' })
    expect(painting).toBe(0)
  })

  it('a successful export terminates the workers', async () => {
    const dispose = vi.spyOn(StripEncoders.prototype, 'dispose')
    await encodePng(painterOf().painter, { signal })
    expect(dispose).toHaveBeenCalledOnce()
    dispose.mockRestore()
  })
})

describe('failures of the PNG encoding', () => {
  it('encodePng returns context-lost if the GPU fails between two strips', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { painter } = painterOf({
      onPaint: ({ y }) => {
        if (y > 500) throw new Error('the WebGL context was lost')
      },
    })
    expect(await encodePng(painter, { signal })).toEqual({ ok: false, error: 'context-lost' })
  })

  it('encodePng returns encode-failed if no thread can encode', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const encoders = { threads: 1, allocate, dispose() {}, encode: () => Promise.reject(new RangeError('no memory')) }
    const result = await encodePng(painterOf().painter, { signal }, () => encoders)
    expect(result).toEqual({ ok: false, error: 'encode-failed' })
  })
})
