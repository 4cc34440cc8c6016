import { t } from '../../i18n/translate.ts'
import { findOwnFont, isOwnId } from './ownFonts.ts'

/**
 * Returns the name of a family for the interface. A project may use a font that was imported on another device; such a
 * font gets a translated placeholder.
 */
export function familyLabel(name: string): string {
  if (!isOwnId(name)) return name
  return findOwnFont(name)?.name ?? t('Missing font')
}
