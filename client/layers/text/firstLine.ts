import { t } from '../../kit/i18n/translate.ts'

/** Returns the name of a text in lists: its first line that is not blank. */
export const firstLineOf = (text: string): string =>
  text
    .split(/\p{Zl}|\p{Zp}|[\n\r]/u)
    .map((line) => line.trim())
    .find(Boolean) ?? t('Empty text')
