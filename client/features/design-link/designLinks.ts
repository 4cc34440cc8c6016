/** Copies and opens design links. */
import type { Workspace } from '#client/editor/workspace/workspace.ts'
import {
  decodeDesign,
  designAddress,
  designErrorText,
  encodeDesign,
  isWholeInLink,
} from '#client/engine/template/designLink.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { withoutPhoto } from '../templates/packTemplate.ts'
import { createApplier, createLibrary } from '../templates/templateFlows.ts'
import { templateState } from '../templates/templateState.ts'

/**
 * Copies a link to the open design, without its photo, and shows a toast. If a link can't contain some parts, first
 * asks the user to continue without them. A design that is too large for a link isn't copied. Never rejects.
 */
export async function copyDesign(session: Session): Promise<void> {
  const { notices } = session
  const document = withoutPhoto(snapshotOf(session))
  if (!isWholeInLink(document) && !(await notices.confirm(leftOutQuestion()))) return
  const code = await encodeDesign({ name: t('My template'), document })
  if (!(await decodeDesign(code)).ok) {
    notices.toast(tooLarge())
    return
  }
  const isCopied = copyText(designAddress(new URL(location.href), code))
  notices.toast(isCopied ? { title: t('Design link copied') } : notCopied())
}

/**
 * Uses the design of a link as the template for the open photo or the next photo. If the link is invalid, shows a toast
 * and doesn't change the document.
 */
export async function openDesign({ session, flow }: Pick<Workspace, 'session' | 'flow'>, code: string): Promise<void> {
  const design = await decodeDesign(code)
  if (!design.ok) {
    session.notices.toast({
      title: t('Failed to open the design link'),
      description: designErrorText(design.error),
      isDestructive: true,
    })
    return
  }
  const id = flow(createLibrary).lend(design.value)
  if (templateState(session).pending !== id) await flow(createApplier).use(id)
}

const leftOutQuestion = () => ({
  title: t('Copy the link without your images and fonts?'),
  text: t('A link can’t contain your images and fonts. All other layers and settings are copied.'),
  confirm: t('Copy design link'),
  cancel: t('Cancel'),
})

const tooLarge = () => ({
  title: t('The link wasn’t copied'),
  description: t('This design is too large for a link. Save it as a template and export its file instead.'),
  isDestructive: true,
})

const notCopied = () => ({
  title: t('The link wasn’t copied'),
  description: t('Your browser blocked the clipboard. Try again.'),
  isDestructive: true,
})

/**
 * Copies text. Uses `execCommand`, because the asynchronous clipboard API is missing in insecure contexts. Returns
 * false if the browser denies access.
 */
function copyText(text: string): boolean {
  const write = (event: ClipboardEvent) => {
    event.stopImmediatePropagation() // otherwise the editor would handle the event and copy the selected layer
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
  }
  document.addEventListener('copy', write, { once: true, capture: true })
  const isCopied = document.execCommand('copy')
  document.removeEventListener('copy', write, { capture: true })
  return isCopied
}
