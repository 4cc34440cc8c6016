import type { Workspace } from '#client/editor/workspace/workspace.ts'
import { decodeDesign, designErrorText } from '#client/engine/template/designLink.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { createApplier, createLibrary } from '../templates/templateFlows.ts'

/** Chooses the design of a link for the open photo, or for the next photo. A broken link changes nothing. */
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
  if (session.ui.templates.pending !== id) await flow(createApplier).use(id)
}
