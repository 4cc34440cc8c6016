import { t } from '../../i18n/translate.ts'
import { findOwnFont, isOwnId } from './ownFonts.ts'

/** Returns the display name of a family. Fonts that were imported on another device get a translated placeholder. */
export function familyLabel(name: string): string {
  if (!isOwnId(name)) return name
  return findOwnFont(name)?.name ?? t('Missing font')
}
