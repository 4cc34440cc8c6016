import fc from 'fast-check'
import type { RenderTexture } from 'pixi.js'
import { describe, expect, it } from 'vitest'
import { contains } from '#client/kit/geometry/rect.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { bandsOf, isMipDensity, sourceMipFor, texelSize, WindowCache, windowPartOf } from './WindowCache.ts'

const PHOTO = 'photo' as AssetId
const KEY = { asset: PHOTO, density: 1, mean: 'ENCODED', space: 'srgb' } as const

/** Creates a fake texture of this size, px. `isDestroyed` records a call of `destroy`. */
function textureOf(width: number, height: number) {
  const texture = { source: { pixelWidth: width, pixelHeight: height }, isDestroyed: false, destroy: () => {} }
  texture.destroy = () => {
    texture.isDestroyed = true
  }
  return texture
}

function cacheOf(maxIdleTexels: number) {
  const cache = new WindowCache(maxIdleTexels)
  const add = (y: number, key: Parameters<WindowCache['find']>[0] = KEY) => {
    const texture = textureOf(10, 10)
    const rect = { x: 0, y, width: 10, height: 10 }
    const window = cache.add({ ...key, photo: null, rect, texture: texture as unknown as RenderTexture })
    return { window, texture, rect }
  }
  return { cache, add }
}

describe('WindowCache, the cache of image parts on the GPU', () => {
  it('find() returns an image part that contains the requested texels', () => {
    const { cache, add } = cacheOf(1000)
    const { window } = add(20)
    expect(cache.find(KEY, { x: 2, y: 22, width: 8, height: 8 })).toBe(window)
    expect(cache.find(KEY, { x: 2, y: 23, width: 8, height: 8 })).toBeNull()
  })

  it.each([
    ['asset', { ...KEY, asset: 'other' as AssetId }],
    ['density', { ...KEY, density: 0.5 }],
    ['averaging mode', { ...KEY, mean: 'LINEAR' as const }],
    ['color space', { ...KEY, space: 'display-p3' as const }],
  ])("find() doesn't return an image part of another %s", (_, key) => {
    const { cache, add } = cacheOf(1000)
    const { rect } = add(0)
    expect(cache.find(key, rect)).toBeNull()
    expect(cache.takeIdleTexture(key, rect)).toBeNull()
  })

  it('the cache reuses an idle texture of the same size', () => {
    const { cache, add } = cacheOf(1000)
    const { window, rect } = add(0)
    const release = cache.use(window)
    expect(cache.takeIdleTexture(KEY, rect)).toBeNull()
    release()
    expect(cache.takeIdleTexture(KEY, { ...rect, width: 11 })).toBeNull()
    expect(cache.takeIdleTexture(KEY, rect)).toBe(window.texture)
    expect(cache.find(KEY, rect)).toBeNull()
  })

  it('adding a texture frees idle textures above the memory limit', () => {
    const { add } = cacheOf(250)
    const [a, b, c] = [add(0), add(10), add(20)]
    expect([a, b, c].map(({ texture }) => texture.isDestroyed)).toEqual([true, false, false])
  })

  it('the cache frees the least recently used idle textures above the memory limit', () => {
    const { cache, add } = cacheOf(250)
    const used = [0, 10, 20].map((y) => {
      const added = add(y)
      return { ...added, release: cache.use(added.window) }
    })
    const [a, b, c] = used as [(typeof used)[0], (typeof used)[0], (typeof used)[0]]
    cache.use(a.window)() // marks `a` as the most recently used texture window
    c.release()
    b.release()
    expect([a, b, c].map(({ texture }) => texture.isDestroyed)).toEqual([false, false, false])
    a.release()
    expect([a, b, c].map(({ texture }) => texture.isDestroyed)).toEqual([false, true, false])
    expect(cache.memory()).toEqual({ windows: 2, texels: 200 })
  })

  it('one idle texture stays in the cache, even if it is larger than the limit', () => {
    const { cache, add } = cacheOf(50)
    const { window, texture } = add(0)
    cache.use(window)()
    expect(texture.isDestroyed).toBe(false)
  })

  it('the textures of a freed asset are destroyed when their last lease ends', () => {
    const { cache, add } = cacheOf(1000)
    const { window, texture } = add(0)
    const releases = [cache.use(window), cache.use(window)]
    cache.freeAsset(PHOTO)
    expect(cache.memory().windows).toBe(0)
    releases[0]?.()
    releases[0]?.()
    expect(texture.isDestroyed).toBe(false)
    releases[1]?.()
    expect(texture.isDestroyed).toBe(true)
  })
})

const GPU_SIDE = 4096

it('windowPartOf loads the whole of a small image for any requested part', () => {
  const take = windowPartOf(
    { width: 2000, height: 1500 },
    { x: 900, y: 700, width: 10, height: 10 },
    1,
    GPU_SIDE,
  )?.loaded
  expect(take).toEqual({ x: 0, y: 0, width: 2000, height: 1500 })
})

it('windowPartOf loads only the requested part of a large image, with a margin', () => {
  const region = { x: 0, y: 1024, width: 4000, height: 256 }
  const { needed, loaded } = windowPartOf({ width: 4000, height: 3000 }, region, 1, GPU_SIDE)!
  expect(needed).toEqual({ x: 0, y: 1016, width: 4000, height: 266 })
  expect(contains(loaded, needed)).toBe(true)
  expect(loaded.width * loaded.height).toBeLessThan(4000 * 512)
})

it('windowPartOf loads a part as large as the maximum texture size without a margin', () => {
  const region = { x: 100, y: 0, width: 4080, height: 64 }
  const { needed, loaded } = windowPartOf({ width: 8000, height: 6000 }, region, 1, GPU_SIDE)!
  expect(loaded).toEqual(needed)
})

it('windowPartOf returns null for a part wider than the maximum texture size', () => {
  const region = { x: 0, y: 0, width: 8000, height: 64 }
  expect(windowPartOf({ width: 8000, height: 6000 }, region, 1, GPU_SIDE)).toBeNull()
})

it.each([
  ['the photo itself', { width: 4000, height: 3000 }, 0.2, 1],
  ['a level at most 8 times as fine', { width: 4000, height: 3000 }, 0.07, 0.5],
  ['a coarser level if the finer level is too large', { width: 12000, height: 8000 }, 0.2, 0.25],
  ['a level that a texture can hold', { width: 8000, height: 500 }, 0.4, 0.5],
] as const)('for a preview, sourceMipFor chooses %s', (_, size, density, level) => {
  expect(sourceMipFor(size, { x: 0, y: 0, ...size }, density, GPU_SIDE)).toBe(level)
  expect(isMipDensity(level)).toBe(true)
  expect(isMipDensity(density)).toBe(false)
})

it('bandsOf covers each source pixel of a part exactly once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9000 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.integer({ min: 1, max: 5 }),
      (width, height, level) => {
        const factor = 2 ** level
        const size = { width, height }
        const part = { x: 0, y: 0, ...texelSize(size, 1 / factor) }
        const bands = bandsOf(part, factor, size)
        expect(bands.reduce((sum, b) => sum + b.width * b.height, 0)).toBe(width * height)
        for (const b of bands) expect([b.x % factor, b.y % factor]).toEqual([0, 0])
        expect(new Set(bands.map((b) => `${b.x},${b.y}`)).size).toBe(bands.length)
      },
    ),
    { numRuns: 50 },
  )
})
