import { axisScales } from '#client/kit/geometry/affine.ts'
import { formatBytes, formatNumber } from '#client/kit/i18n/format.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import type { Result } from '#client/kit/values/result.ts'
import type { Estimate } from '#client/media/exporter/exportPicture.ts'
import { type ExportSettings, enlarged, NAMED_SIZES, planPicture } from '#client/media/exporter/exportSettings.ts'
import type { ExportError } from '#client/media/exporter/formats/format.ts'
import { exportScale } from '#client/model/document/backdrop.ts'
import { pictureRect } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { subjectMap, subjectScale } from '#client/render/photo/subjectPlacement.ts'

/** Options for the content of the exported file. Labels are English; translated when shown. */
export const CONTENTS = [
  { value: 'picture', label: 'Entire image' },
  { value: 'subject', label: 'Subject only' },
] as const

/** Color space options for photos with colors outside sRGB. */
export const COLORS = [
  { value: 'photo', label: 'Original color space' },
  { value: 'srgb', label: 'sRGB (most compatible)' },
] as const

/** Sizes relative to the image. */
const RELATIVE_SIZES: readonly { value: ExportSettings['size']; label: string }[] = [
  { value: 'original', label: 'Original' },
  { value: 'half', label: '0.5×' },
  { value: 'double', label: '2×' },
  { value: 'own', label: 'Custom' },
  { value: 'pixels', label: 'Custom size (px)' },
  { value: 'subject', label: 'Subject’s full resolution' },
]

/** Returns a frame size such as '1280x720' as text. */
export const sizeText = (size: string): string => size.replace('x', ' × ')

/**
 * Returns the size options with labels in the interface language: sizes relative to the image, and named sizes in px.
 * `hasSubjectSize`: true to include the size of the subject.
 */
export const sizeOptions = (hasSubjectSize: boolean): { value: ExportSettings['size']; label: string }[] => [
  ...tLabels(RELATIVE_SIZES.filter(({ value }) => value !== 'subject' || hasSubjectSize)),
  ...NAMED_SIZES.map(({ name, size }) => ({ value: size, label: `${t(name)} · ${sizeText(size)}` })),
]

/** Reasons why a file can't be made. English; translated when shown. */
const PROBLEMS: Partial<Record<ExportError, string>> = {
  'no-subject': 'The subject isn’t visible. Show it or move it into the image, then try again.',
  'too-large': 'This image is too large for this format. Choose a smaller size or another format.',
}

const NOT_KNOWN = 'Failed to estimate the file size.'

/**
 * Returns the text about the estimated file size, in the interface language. `estimate`: null while it is being
 * computed.
 */
export function estimateText(estimate: Result<Estimate, ExportError> | null): string {
  if (!estimate) return t('Estimating file size…')
  if (!estimate.ok) return t(PROBLEMS[estimate.error] ?? NOT_KNOWN)
  const { size, bytes } = estimate.value
  return t('{width} × {height} px, about {size}', {
    width: String(size.width),
    height: String(size.height),
    size: formatBytes(bytes),
  })
}

/** Returns the scale and the frame of the file that an export of the whole image with these settings writes. */
export const planFile = (settings: ExportSettings, doc: DocumentSnapshot) =>
  planPicture(enlarged(settings, doc), { ...pictureRect(doc), x: 0, y: 0 }, exportScale(doc), subjectScale(doc))

/** Minimum enlargement of a photo at which people see the blur. */
const BLURRY = 1.5

/**
 * Returns a warning in the interface language if the file of the whole image shows the photo at least 1.5 times
 * enlarged, otherwise null. If the backdrop isn't the photo, the file shows only the subject's part of the photo.
 */
export function enlargementText(settings: ExportSettings, doc: DocumentSnapshot): string | null {
  const photoScale = doc.backdrop.type === 'original' ? 1 : axisScales(subjectMap(doc)).x
  const scale = planFile(settings, doc).scale * photoScale
  if (scale < BLURRY) return null
  const times = formatNumber(scale, { maximumFractionDigits: 1 })
  return t('The photo is enlarged {times}×, so it may look blurry.', { times })
}
