import { t } from '../../i18n/translate.ts'
import { findOwnFont, isOwnId } from './ownFonts.ts'

/** The name of a family as the interface shows it. A project may use a font that was imported on another device. */
export function familyLabel(name: string): string {
  if (!isOwnId(name)) return name
  return findOwnFont(name)?.name ?? t('A font that is not here')
}
