import type { RenderTexture } from 'pixi.js'
import { describe, expect, it } from 'vitest'
import type { AssetId } from '#client/kit/base/ids.ts'
import { WindowCache } from './WindowCache.ts'

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

describe('the cache of windows', () => {
  it('the cache finds the window that contains the needed texels', () => {
    const { cache, add } = cacheOf(1000)
    const { window } = add(20)
    expect(cache.find(KEY, { x: 2, y: 22, width: 8, height: 8 })).toBe(window)
    expect(cache.find(KEY, { x: 2, y: 23, width: 8, height: 8 })).toBeNull()
  })

  it.each([
    ['asset', { ...KEY, asset: 'other' as AssetId }],
    ['density', { ...KEY, density: 0.5 }],
    ['way of averaging', { ...KEY, mean: 'LINEAR' as const }],
    ['colour space', { ...KEY, space: 'display-p3' as const }],
  ])('the cache never returns a window of another %s', (_, key) => {
    const { cache, add } = cacheOf(1000)
    const { rect } = add(0)
    expect(cache.find(key, rect)).toBeNull()
    expect(cache.takeIdleTexture(key, rect)).toBeNull()
  })

  it('the cache hands over the texture of an idle window of the same size', () => {
    const { cache, add } = cacheOf(1000)
    const { window, rect } = add(0)
    const release = cache.use(window)
    expect(cache.takeIdleTexture(KEY, rect)).toBeNull()
    release()
    expect(cache.takeIdleTexture(KEY, { ...rect, width: 11 })).toBeNull()
    expect(cache.takeIdleTexture(KEY, rect)).toBe(window.texture)
    expect(cache.find(KEY, rect)).toBeNull()
  })

  it('the cache frees the least recently used idle windows beyond its limit', () => {
    const { cache, add } = cacheOf(250)
    const [a, b, c] = [add(0), add(10), add(20)]
    const [releaseA, releaseB, releaseC] = [a, b, c].map(({ window }) => cache.use(window))
    cache.use(a.window)() // `a` is now the most recently used window
    releaseC?.()
    releaseB?.()
    expect([a, b, c].map(({ texture }) => texture.isDestroyed)).toEqual([false, false, false])
    releaseA?.()
    expect([a, b, c].map(({ texture }) => texture.isDestroyed)).toEqual([false, true, false])
    expect(cache.memory()).toEqual({ windows: 2, texels: 200 })
  })

  it("the cache doesn't evict an idle window that alone exceeds the limit", () => {
    const { cache, add } = cacheOf(50)
    const { window, texture } = add(0)
    cache.use(window)()
    expect(texture.isDestroyed).toBe(false)
  })

  it('the texture of a freed asset is destroyed when its last user releases the window', () => {
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
