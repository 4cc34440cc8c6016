import type { Rect, Size } from '#client/kit/base/geometry.ts'

/** Default unit of PDF pages: 1/72 inch (ISO 32000-1, 8.3.2.3). */
const POINTS_PER_INCH = 72
const MM_PER_INCH = 25.4
/** Maximum side of a page that readers accept, user space units (ISO 32000-1, annex C). */
const MAX_UNITS = 14_400
/** Maximum bleed at each edge, as a fraction of the shorter side, so that the trimmed page is not empty. */
const MAX_BLEED_SHARE = 0.25

/** The page boxes of a PDF (ISO 32000-1, 14.11.2), for a page with bleed. */
export interface PageBoxes {
  /** The whole picture, user space units; also the BleedBox. */
  media: Rect
  /** The page after trimming (TrimBox), user space units. */
  trim: Rect
  /** Points per user space unit; 1 unless the page is larger than 200 inches. */
  userUnit: number
}

/** Returns the page boxes for a picture of `size` (px) at `dpi` px per inch, with `bleed` mm at each edge. */
export function pdfPageBoxes(size: Size, dpi: number, bleed: number): PageBoxes {
  const points = { width: (size.width / dpi) * POINTS_PER_INCH, height: (size.height / dpi) * POINTS_PER_INCH }
  const userUnit = Math.max(1, Math.max(points.width, points.height) / MAX_UNITS)
  const media = { x: 0, y: 0, width: points.width / userUnit, height: points.height / userUnit }
  const wanted = (bleed / MM_PER_INCH) * (POINTS_PER_INCH / userUnit)
  const inset = Math.min(wanted, MAX_BLEED_SHARE * Math.min(media.width, media.height))
  const trim = { x: inset, y: inset, width: media.width - 2 * inset, height: media.height - 2 * inset }
  return { media, trim, userUnit }
}
