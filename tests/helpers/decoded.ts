/** Decodes files without the browser or the product, by sharp's libpng, libjpeg and libwebp. */
import sharp from 'sharp'

/** Returns row-major, unpremultiplied RGBA. Rejects for a wrong checksum and for any warning. */
export async function decoded(file: Uint8Array): Promise<{ width: number; height: number; data: Buffer }> {
  const { data, info } = await sharp(file, { failOn: 'warning' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}
