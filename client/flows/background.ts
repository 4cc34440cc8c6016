/** Remove BG and Change BG (spec §4): another backdrop, each as one step of history. */
import { defaults, type Hex } from '../base/fields.ts'
import type { Result } from '../base/result.ts'
import { imageBackdrop, recolored } from '../document/backdrop.ts'
import { layerOfKind } from '../document/document.ts'
import type { ImportError, ImportedImage, ImportOptions } from '../importer/importer.ts'
import { subjectPlaceFields } from '../layers/photo/subjectFields.ts'
import type { Session } from '../session/session.ts'
import { keepSelected } from '../session/ui/selection.ts'
import { BACKGROUND_ERRORS, CONFIRM_HEIC, READY_MS, REMOVED_MS, STATUS } from './messages.ts'
import { createNewest } from './newest.ts'
import { showOutcome } from './outcome.ts'
import type { Announcer } from './status.ts'

export interface BackgroundDeps {
  session: Session
  announcer: Announcer
  importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>>
  limits: ImportOptions['limits']
}

export interface Backgrounds {
  remove(): void
  /** A colour takes the place of whatever is there, an image included (spec §4). */
  setColor(color: Hex): void
  /** The newest image wins; a failure leaves the old background alone. */
  setImage(file: File): Promise<void>
  /** The photo's own background again; what was done for another one goes: overlays, the subject's place and size. */
  reset(): void
  cancel(): void
}

export function createBackgrounds({ session, announcer, importImage, limits }: BackgroundDeps): Backgrounds {
  const { doc, history, ui } = session
  const newest = createNewest({ session, announcer }, () => {
    ui.busy = null
  })

  return {
    remove() {
      if (!doc.separation || doc.backdrop.type === 'transparent') return
      history.transact('Remove background', () => {
        doc.backdrop = { type: 'transparent' }
      })
      announcer.done(STATUS.removed, REMOVED_MS)
    },
    setColor(color) {
      if (!doc.separation) return
      history.transact(
        'Background colour',
        () => {
          doc.backdrop = recolored(doc.backdrop, color)
        },
        'backdrop.color',
      )
    },
    setImage: (file) =>
      newest.run(async (signal) => {
        if (!doc.separation) return
        ui.busy = 'processing'
        const imported = await importImage(file, {
          limits,
          signal,
          consentToConvert: () => session.notices.confirm(CONFIRM_HEIC),
          onStage: (stage) => {
            ui.busy = stage === 'converting' ? 'converting' : 'processing'
          },
        })
        if (signal.aborted) {
          if (imported.ok) imported.value.bitmap.close()
          return
        }
        if (!imported.ok) return showOutcome({ session, announcer }, BACKGROUND_ERRORS[imported.error])
        const { bitmap, width, height, hasAlpha, sha256 } = imported.value
        const asset = session.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256 })
        history.transact('Background image', () => {
          doc.backdrop = imageBackdrop({ asset, width, height, hasAlpha })
        })
        session.collect()
        announcer.done(STATUS.changed, READY_MS)
      }),
    reset() {
      const overlays = doc.order.filter((id) => doc.layers[id]?.kind === 'overlay')
      history.transact('Reset background', () => {
        doc.backdrop = { type: 'original' }
        for (const id of overlays) delete doc.layers[id]
        doc.order = doc.order.filter((id) => !overlays.includes(id))
        const subject = layerOfKind(doc, 'subject')
        if (subject) Object.assign(subject, defaults(subjectPlaceFields))
      })
      keepSelected(ui, (id) => !overlays.includes(id))
    },
    cancel: () => newest.cancel(),
  }
}
