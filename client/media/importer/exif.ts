/** Reads the orientation from EXIF metadata. */
import { viewBytes } from './byteView.ts'

/** Value of the EXIF tag Orientation (Exif 2.3, tag 0x0112): 1 = upright; 2..8 = mirrored, turned, or both. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/**
 * Returns tag 0x0112 of the first directory of a TIFF block, in either byte order; 1 if the block is missing or
 * damaged.
 */
export function readTiffOrientation(exif: Uint8Array): Orientation {
  const start = viewBytes(exif).fourCc(0) === 'Exif' ? 6 : 0 // some writers keep JPEG's prefix
  const tiff = exif.subarray(start)
  if (tiff.length < 14) return 1
  const { view } = viewBytes(tiff)
  const little = tiff[0] === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > tiff.length) return 1
  const entries = view.getUint16(directory, little)
  for (let at = directory + 2, i = 0; i < entries && at + 12 <= tiff.length; i++, at += 12) {
    if (view.getUint16(at, little) !== ORIENTATION_TAG || view.getUint16(at + 2, little) !== SHORT) continue
    const value = view.getUint16(at + 8, little)
    return value >= 1 && value <= 8 ? (value as Orientation) : 1
  }
  return 1
}
