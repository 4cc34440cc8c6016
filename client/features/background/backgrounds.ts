import { createBusyFlow } from '#client/editor/flows/flow.ts'
import { type ImportPictureDeps, importPicture } from '#client/editor/flows/importPicture.ts'
import { BACKGROUND_ERRORS, REMOVED_MS, STATUS } from '#client/editor/flows/messages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { keepFrame } from '#client/layers/placement/refitLayer.ts'
import { kindOf } from '#client/layers/registry.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { retainSelected } from '#client/model/session/ui/selection.ts'
import { showOwnBackground, subjectPlaceFields, subjectProxy } from '#client/render/objects/subjectFields.ts'
import { leaveFloor } from './backgroundPresets.ts'

/** Creates the flow of Remove BG and Change BG. Each change to the background is one undo step. */
export function createBackgrounds(deps: ImportPictureDeps) {
  const { session, announcer } = deps
  const { doc, history, ui } = session
  const latest = createBusyFlow(deps)

  return {
    remove() {
      if (!doc.separation || doc.backdrop.type === 'transparent') return
      history.transact(t('Remove background'), () => {
        leaveFloor(session)
        keepFrame(session, () => {
          doc.backdrop = { type: 'transparent' }
        })
      })
      announcer.done(STATUS.removed, REMOVED_MS)
    },
    /**
     * Imports a file as the background image. A newer call cancels earlier calls. If the import fails, a message is
     * shown.
     */
    setImage: (file: File) =>
      latest.run(async (signal) => {
        if (!doc.separation) return
        const image = await importPicture(deps, file, signal, BACKGROUND_ERRORS)
        if (!image) return
        history.transact(t('Background image'), () => {
          leaveFloor(session)
          keepFrame(session, () => {
            doc.backdrop = imageBackdrop(image)
          })
        })
        session.collect()
        announcer.done(STATUS.changed)
      }),
    /**
     * Restores the photo's own background, without blur and without a ground shadow that has this tab's settings. Also
     * removes overlays, and resets the subject's size and position.
     */
    reset() {
      const subject = subjectProxy(session)
      const leaving = doc.order.filter((id) => kindOf(doc.layers[id]?.kind ?? '').isRemovedWithBackdrop)
      history.transact(t('Reset background'), () => {
        keepFrame(session, () => showOwnBackground(doc))
        doc.tune.background.blur = doc.tune.foreground.blur // undoes the preset "Blur"
        for (const id of leaving) delete doc.layers[id]
        doc.order = doc.order.filter((id) => !leaving.includes(id))
        if (subject) Object.assign(subject, defaults(subjectPlaceFields))
      })
      retainSelected(ui, (id) => !leaving.includes(id))
    },
    cancel: latest.cancel,
  }
}
