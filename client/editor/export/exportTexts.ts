import type { Result } from '../../kit/base/result.ts'
import { formatBytes } from '../../kit/i18n/format.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { Estimate } from '../../media/exporter/exportPicture.ts'
import { type ExportSettings, PRESETS } from '../../media/exporter/exportSettings.ts'
import type { ExportError } from '../../media/exporter/formats/format.ts'

/** Options of the exported content; labels are English, translated when shown. */
export const CONTENTS = [
  { value: 'picture', label: 'Whole picture' },
  { value: 'subject', label: 'Subject only' },
] as const

/** Options of the colour space, for photos with colours outside sRGB. */
export const COLORS = [
  { value: 'photo', label: 'Colours of the photo' },
  { value: 'srgb', label: 'sRGB, for old software' },
] as const

/** Options of the size: relative to the picture, and fixed sizes in px. */
export const SIZES: readonly { value: ExportSettings['size']; label: string }[] = [
  { value: 'original', label: 'Original' },
  { value: 'half', label: 'Half' },
  { value: 'double', label: 'Double' },
  { value: 'own', label: 'Own scale' },
  { value: 'subject', label: 'Resolution of the subject' },
  ...PRESETS.map((value) => ({ value, label: value.replace('x', ' × ') })),
]

/** Why a file cannot be made; English, translated when shown. */
const PROBLEMS: Partial<Record<ExportError, string>> = {
  'no-subject': 'There is no subject to be seen in this picture.',
  'too-large': 'The picture is too large for this format here. Choose a smaller size or another format.',
}

const NOT_KNOWN = 'The size of the file could not be determined.'

/** Returns the text about the size of the file, in the language on screen; null = still being computed. */
export function estimateText(estimate: Result<Estimate, ExportError> | null): string {
  if (!estimate) return t('Estimating the size …')
  if (!estimate.ok) return t(PROBLEMS[estimate.error] ?? NOT_KNOWN)
  const { size, bytes } = estimate.value
  return t('{width} × {height} px, about {size}', {
    width: String(size.width),
    height: String(size.height),
    size: formatBytes(bytes),
  })
}
