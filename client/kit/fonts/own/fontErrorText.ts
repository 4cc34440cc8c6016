import { t } from '../../i18n/translate.ts'
import { MAX_FONT_BYTES, MAX_FONTS, type OwnFontError } from './importFont.ts'

/** Returns the translated message for a refused font file. */
export function fontErrorText(error: OwnFontError): string {
  switch (error) {
    case 'not-a-font':
      return t('This is not a TTF, OTF or WOFF2 font.')
    case 'damaged':
      return t('This font is damaged and cannot be used.')
    case 'too-large':
      return t('A font may have {n} MB at most.', { n: MAX_FONT_BYTES / 1e6 })
    case 'too-many':
      return t('{n} fonts are kept. Remove one first.', { n: MAX_FONTS })
  }
}
