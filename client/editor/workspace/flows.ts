/** Creates the flows of the editor with their dependencies: stores, networks, rendering and the account. */

import { whenIdle } from '#client/kit/async/scheduling.ts'
import { type InterruptedWork, rememberProject } from '#client/kit/device-storage/waitingInTab.ts'
import { connectFontStore } from '#client/kit/fonts/own/importFont.ts'
import { pictureGraphics } from '#client/layers/naming.ts'
import { canEncodeExactly } from '#client/media/exporter/formats/registry.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { createDownloader } from '../flows/download.ts'
import type { EditorAccount } from '../flows/editorAccount.ts'
import { browserDeliveryTargets, createExports } from '../flows/exports.ts'
import { createAnnouncer, holdPixels } from '../flows/flow.ts'
import { type CreateFlow, createFeatureFlows, type FlowHost, type FlowParts } from '../flows/flowHost.ts'
import { keepTextColorsReadable } from '../flows/textColors.ts'
import { createUploader } from '../flows/upload.ts'
import { fontStore } from '../storage/fontStore.ts'
import { documentThumbnail } from './documentThumbnail.ts'
import { createProjectFlows } from './projectFlows.ts'
import { whenPainted } from './whenPainted.ts'

void connectFontStore(fontStore) // `connectFontStore` never rejects

export type Flows = ReturnType<typeof createFlows>

/** Creates the flows. `started`: flows of features that must be created at startup. */
export function createFlows(parts: FlowParts, account: EditorAccount, started: readonly CreateFlow[]) {
  const { session } = parts
  const deps = { ...parts, ...account, announcer: createAnnouncer(session), importImage }
  const { flow, start, each, whenDone } = createFeatureFlows(() => host, started)
  const leavePhoto = () => each((one) => one.cancel?.())
  const graphics = pictureGraphics(painters(parts, session.assets))
  const downloader = createDownloader({ ...deps, now: Date.now, readsExactly: canEncodeExactly, whenDone })
  const exportDeps = { session, downloader, graphics, targets: browserDeliveryTargets() }
  const host: FlowHost = {
    ...deps,
    ...exportDeps,
    flow,
    paintersOf: (assets) => painters(parts, assets),
    paintReduced: (doc, side) => paintReducedOn(parts, doc, side),
    thumbnail: () => documentThumbnail(parts),
  }
  start()
  const afterPaint = (then: () => void) => void whenPainted(deps.stage).catch(console.debug).then(then)
  const subjectFound = (painted: Promise<void>) => each((one) => one.subjectFound?.(painted))
  const uploader = createUploader({
    ...deps,
    afterPaint,
    leavePhoto() {
      leavePhoto()
      deps.refiner.leave()
      projects.offerReturn()
    },
    subjectFound,
  })
  const { autosave, projects } = createProjectFlows({
    ...host,
    afterPaint,
    subjectFound,
    interrupt() {
      uploader.leave()
      leavePhoto()
      each((one) => one.projectOpens?.())
    },
    separate: () => void uploader.retry(), // `retry` never rejects
    // `importTemplate` never rejects
    importTemplate: (project, files) => each((one) => void one.importTemplate?.(project, files)),
  })
  flow(() => ({ dispose: () => projects.cancel() }))
  flow(() => ({
    dispose: keepTextColorsReadable({
      session,
      paint: host.paintReduced,
      whenIdle: (run) => void whenIdle(run, 'soon'),
    }),
  }))
  const exports = createExports(exportDeps)
  return {
    uploader,
    projects,
    downloader,
    exports,
    flow,
    paintReduced: host.paintReduced,
    /**
     * Restores a project that a payment has interrupted and, if asked, downloads its image. Does nothing if the project
     * isn't stored, or is open in another tab. Never rejects: a message shows each error.
     */
    async continueWork({ project, downloads }: InterruptedWork) {
      const kept = await projects.recent()
      if (!kept.some(({ id }) => id === project)) return
      await projects.restore(project)
      if (downloads && session.doc.photo) await exports.save()
    },
    /**
     * Stores the last state of the document and remembers its project, then aborts all running uploads, downloads and
     * previews.
     */
    dispose() {
      // `autosave.dispose` never rejects; `dispose` reads the last state synchronously
      void autosave.dispose().then((id) => id !== null && rememberProject(id))
      downloader.cancel()
      uploader.leave()
      leavePhoto()
      each((one) => one.dispose?.())
    },
  }
}

/** Returns a function that creates painters with the renderer of the editor's canvas. Their pixels are in `assets`. */
const painters =
  ({ stage, report }: FlowParts, assets: AssetStore): CreatePainter =>
  async (doc, scale, gains) => {
    const { renderer } = await stage.ready()
    const { createPainter, paintedKinds: kinds } = await import('./graphics.ts')
    return createPainter({ doc, renderer, assets, kinds, report, scale, gains })
  }

/** Paints a document with the renderer of the editor's canvas. Resolves with null after an error, which is logged. */
async function paintReducedOn(parts: FlowParts, doc: DocumentSnapshot, side: number) {
  const release = holdPixels(parts.session, doc)
  try {
    const { paintReduced } = await import('#client/engine/template/paintTemplate.ts')
    return await paintReduced(doc, side, painters(parts, parts.session.assets))
  } catch (error) {
    console.debug(error) // for example, because the user has left the editor
    return null
  } finally {
    release()
  }
}
