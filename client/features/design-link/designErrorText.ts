import type { DesignLinkError } from '#client/engine/template/designLink.ts'
import { t } from '#client/kit/i18n/translate.ts'

const ERRORS: Record<DesignLinkError, string> = {
  damaged: 'The link is damaged or incomplete. Ask for a new link. Your current work hasn’t changed.',
  newer: 'A newer version of the editor made the link. Reload the page and open the link again.',
}

/** Returns the sentence about a broken link, in the language on screen. */
export const designErrorText = (error: DesignLinkError): string => t(ERRORS[error])
