import { t } from '../../i18n/translate.ts'
import { findOwnFont, isOwnId } from './ownFonts.ts'

/** What a family is called where it is shown. A font that was brought elsewhere may not be here. */
export function familyLabel(name: string): string {
  if (!isOwnId(name)) return name
  return findOwnFont(name)?.name ?? t('A font that is not here')
}
