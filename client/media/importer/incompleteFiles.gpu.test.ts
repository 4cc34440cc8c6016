/** Tests files without their end, and files that violate the standard. */
import { describe, expect, it } from 'vitest'
import { bring, fixture, named, picture } from './fixtures/bring.ts'
import { pixelsOf, withExifOrientation } from './fixtures/files.ts'

describe('importing truncated or slightly damaged files', () => {
  const bytesIn = async (name: string) => new Uint8Array(await (await fixture(name)).arrayBuffer())
  const shorter = async (name: string, count: number) => {
    const bytes = await bytesIn(name)
    return named(bytes.subarray(0, bytes.length - count), name)
  }
  const samePixels = async (file: File, name: string) => {
    const [one, other] = [await picture(file), await picture(await fixture(name))]
    expect(pixelsOf(one.bitmap)).toEqual(pixelsOf(other.bitmap))
  }

  it.each([
    ['plain.jpg', 2],
    ['plain.jpg', 1],
    ['progressive.jpg', 2],
    ['rgba16.png', 12],
    ['palette.png', 7],
  ])('a file %s truncated by %i bytes after its last pixel is imported without loss', async (name, count) => {
    await samePixels(await shorter(name, count), name)
  })

  it('a WebP that declares a size larger than the file is imported without loss', async () => {
    const bytes = await bytesIn('lossy.webp')
    new DataView(bytes.buffer).setUint32(4, bytes.length + 1000, true)
    await samePixels(named(bytes, 'long.webp'), 'lossy.webp')
  })

  it('a JPEG with a stray byte between two segments is imported with its orientation and all pixels', async () => {
    const turned = await withExifOrientation(await fixture('plain.jpg'), 6)
    const bytes = new Uint8Array(await turned.arrayBuffer())
    const stray = named(new Blob([bytes.subarray(0, 2 + 36), Uint8Array.of(0), bytes.subarray(2 + 36)]), 'stray.jpg')
    const [one, other] = [await picture(stray), await picture(named(turned, 'turned.jpg'))]
    expect([one.width, one.height]).toEqual([240, 320])
    expect(pixelsOf(one.bitmap)).toEqual(pixelsOf(other.bitmap))
  })

  it.each([
    ['plain.jpg', 40],
    ['plain.jpg', 3000],
    ['progressive.jpg', 1500],
    ['rgba16.png', 30],
    ['lossy.webp', 20],
  ])('a file %s truncated by %i bytes is rejected, because pixels are missing', async (name, count) => {
    expect(await bring(await shorter(name, count))).toEqual({ ok: false, error: 'decode-failed' })
  })
})
