/** A picture from the user's device into the asset store, for flows that put it into the document. */
import type { AssetId } from '../../kit/base/ids.ts'
import type { Result } from '../../kit/base/result.ts'
import { tAll } from '../../kit/i18n/translate.ts'
import type { ImportError, ImportedImage, ImportOptions } from '../../media/importer/importer.ts'
import type { Session } from '../../model/session/session.ts'
import { CONFIRM_HEIC, type Shown } from './messages.ts'
import { showOutcome } from './outcome.ts'
import type { Announcer } from './status.ts'

export interface BringDeps {
  session: Session
  announcer: Announcer
  importImage(file: File, options: ImportOptions): Promise<Result<ImportedImage, ImportError>>
  limits: ImportOptions['limits']
}

export type BroughtImage = Pick<ImportedImage, 'width' | 'height' | 'hasAlpha' | 'name' | 'sha256'> & { asset: AssetId }

/** Null when it failed, which is then told as `errors` says, or when it was aborted: its pixels are freed. */
export async function bringImage(
  { session, announcer, importImage, limits }: BringDeps,
  file: File,
  signal: AbortSignal,
  errors: Record<ImportError, Shown>,
): Promise<BroughtImage | null> {
  session.ui.busy = 'processing'
  const imported = await importImage(file, {
    limits,
    signal,
    consentToConvert: () => session.notices.confirm(tAll(CONFIRM_HEIC)),
    onStage: (stage) => {
      if (!signal.aborted) session.ui.busy = stage === 'converting' ? 'converting' : 'processing'
    },
  })
  if (signal.aborted) {
    if (imported.ok) imported.value.bitmap.close()
    return null
  }
  if (!imported.ok) {
    showOutcome({ session, announcer }, errors[imported.error])
    return null
  }
  const { bitmap, width, height, hasAlpha, sha256, name, blob } = imported.value
  const source = { blob, cut: null }
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha, sha256, source })
  return { asset, width, height, hasAlpha, name, sha256 }
}
