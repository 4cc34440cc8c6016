/** Every export format, one line each; the dialog shows them in this order. */
import type { ExportFormat } from './format.ts'
import { jpeg } from './jpeg/jpeg.ts'
import { pdf } from './pdf/pdf.ts'
import { png } from './png/png.ts'
import { psd } from './psd/psd.ts'
import { webp } from './webp/webp.ts'

/** Every export format, in the order of the dialog. */
export const exportFormats = [png, jpeg, webp, pdf, psd] as const

/** Id of a format in `exportFormats`. */
export type FormatId = (typeof exportFormats)[number]['id']

/** The format of the Download button (spec §9). */
export const plainFormat = png
/** The only picture format that every clipboard takes (W3C Clipboard API, "mandatory data types"). */
export const clipboardFormat = png
/** The only format that the server stores for trial accounts. */
export const trialImageFormat = png

type Intersection<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never
/** The option fields of all formats, merged by name. */
export type FormatOptions = Intersection<(typeof exportFormats)[number]['options']>

/** The option fields of all formats, merged by name; part of `exportFields`. */
export const formatOptions = Object.assign({}, ...exportFormats.map(({ options }) => options)) as FormatOptions // typed by the same records

/** Returns the format with this id. @throws Error for an unknown id; conformed settings always have a known one */
export function formatOf(id: string): ExportFormat {
  const format = exportFormats.find((one) => one.id === id)
  if (!format) throw new Error(`no export format '${id}' in the registry`)
  return format
}
