import type { Deferred } from '../../kit/base/deferred.ts'
import { defaults } from '../../kit/base/fields.ts'
import { BRAND_NAME } from '../../kit/base/page.ts'
import { namedStack } from '../../layers/naming.ts'
import { canEncodeExactly } from '../../media/exporter/canEncodeExactly.ts'
import { exportPicture } from '../../media/exporter/exportPicture.ts'
import { exportFields } from '../../media/exporter/exportSettings.ts'
import { exportScale } from '../../model/document/backdrop.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { Session } from '../../model/session/session.ts'
import type { StageHandle } from '../../render/compositor/Stage.tsx'
import type { NodeContext } from '../../render/kind.ts'
import { browserDeliveryTargets } from '../export/browserDeliveryTargets.ts'
import { createDownloader, type DownloadDeps, type Downloader } from '../flows/download.ts'
import { createExports, downloadDelivery, type Exports } from '../flows/exports.ts'
import type { Announcer } from '../flows/flow.ts'

/** The account functions that the exports need. */
export type ExportFlowsAccount = Pick<DownloadDeps, 'mayDownload' | 'spend' | 'onExported'>

/** The Download button and the export dialog. */
export interface ExportFlows {
  readonly downloader: Downloader
  readonly exports: Exports
}

/** Creates the exports. They paint with the renderer of the editor's canvas (the stage). */
export function createExportFlows({
  session,
  announcer,
  stage,
  report,
  account: { mayDownload, spend, onExported },
}: {
  session: Session
  announcer: Announcer
  stage: Deferred<StageHandle>
  report: NodeContext['report']
  account: ExportFlowsAccount
}): ExportFlows {
  const createPainter = async (doc: DocumentSnapshot, scale = exportScale(doc)) => {
    const { renderer } = await stage.ready()
    const { createPainter: create, paintedKinds } = await import('./graphics.ts')
    return create({ doc, renderer, assets: session.assets, kinds: paintedKinds, report, scale })
  }
  const graphics = { createPainter, stackOf: namedStack }
  const targets = browserDeliveryTargets()
  const downloader = createDownloader({
    session,
    announcer,
    brand: BRAND_NAME,
    now: Date.now,
    exportPlain: (doc, options) => exportPicture(doc, defaults(exportFields), graphics, options),
    readsExactly: canEncodeExactly,
    delivery: downloadDelivery(targets, session),
    mayDownload,
    spend,
    onExported,
  })
  return { downloader, exports: createExports({ session, downloader, graphics, targets }) }
}
