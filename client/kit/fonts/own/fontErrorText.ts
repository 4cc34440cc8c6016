import { t } from '../../i18n/translate.ts'
import { MAX_FONT_BYTES, MAX_FONTS, type OwnFontError } from './importFont.ts'

/** Returns the translated message for a refused font file. */
export function fontErrorText(error: OwnFontError): string {
  switch (error) {
    case 'not-a-font':
      return t('This file isn’t a TTF, OTF or WOFF2 font. Choose another file.')
    case 'damaged':
      return t('This font file is damaged. Choose another file.')
    case 'too-large':
      return t('This font file is too large. Choose one of up to {n} MB.', { n: MAX_FONT_BYTES / 1e6 })
    case 'too-many':
      return t('You’ve reached the limit of {n} fonts. Remove one first.', { n: MAX_FONTS })
  }
}
