/** Decodes files independently of the browser and the product, with sharp's libpng, libjpeg and libwebp. */
import sharp from 'sharp'

/** Returns row-major RGBA with straight alpha. Rejects on a wrong checksum and on any other warning. */
export async function decoded(file: Uint8Array): Promise<{ width: number; height: number; data: Buffer }> {
  const { data, info } = await sharp(file, { failOn: 'warning' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
