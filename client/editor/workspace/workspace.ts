import { subscribe } from 'valtio/vanilla'
import { createDeferred, type Deferred } from '#client/kit/async/deferred.ts'
import { stopAll } from '#client/kit/async/listeners.ts'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import { isOnline } from '#client/kit/browser/network.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { kinds } from '#client/layers/registry.ts'
import { reportFrames } from '#client/media/segmenter/framePriority.ts'
import { createSegmentation, type Segmentation } from '#client/media/segmenter/segmentation.ts'
import { createSession, type Notices, type Session } from '#client/model/session/session.ts'
import type { StageHandle, StageOverlay } from '#client/render/compositor/Stage.tsx'
import { createViewport, type Viewport } from '#client/render/compositor/viewport.ts'
import type { NodeContext } from '#client/render/kind.ts'
import type { BatchAccount, EditorAccount } from '../flows/editorAccount.ts'
import type { CreateFlow } from '../flows/flowHost.ts'
import { NEEDS_CONNECTION, REPORTS } from '../flows/messages.ts'
import type { Panels } from '../host/panels.ts'
import { Feedback } from '../tools/feedback.ts'
import { Toolbox } from '../tools/toolbox.ts'
import { createFlows, type Flows } from './flows.ts'
import { dropLostSelections, fitCanvas, fitNewCanvases, stageOverlay, zoomAboutMiddle } from './view.ts'

/**
 * All parts of an open editor. Created when the editor opens, and disposed of when the user leaves. Components get it
 * from a React context.
 */
export interface Workspace extends Flows {
  readonly session: Session
  readonly viewport: Viewport
  readonly feedback: Feedback
  readonly panels: Panels
  /** The active tool of the open panel, and its running gesture. */
  readonly tools: Toolbox
  readonly segmentation: Segmentation
  /** The overlay of the editor's canvas: the selection frame, guides, and the tool's overlay. */
  readonly overlay: StageOverlay
  readonly report: NodeContext['report']
  readonly batchAccount: BatchAccount
  /** The stage (the editor's canvas, `Stage.tsx`) with its renderer and preview. Set when the renderer has started. */
  readonly stage: Deferred<StageHandle>
  /**
   * Paints the image and its overlay. Returns the canvas element. Its pixels are valid until the current task ends.
   * Null before the renderer has started.
   */
  drawStage(): StageHandle['renderer']['canvas'] | null
  fit(): void
  /** Zooms about the center of the canvas element. `zoom`: CSS px per document px. */
  zoomTo(zoom: number): void
}

/**
 * Creates the parts of an editor and connects them. Until `dispose`, listens to the document and the view. Features
 * provide the panels and `flows`.
 */
export function createWorkspace(
  notices: Notices,
  account: EditorAccount,
  { panels, flows: started }: { panels: Panels; flows: readonly CreateFlow[] },
  segmentation: Segmentation = createSegmentation({ measuresEncoder: true }),
): Workspace {
  const isStrict = import.meta.env.DEV || __TEST_HOOKS__
  const session = createSession(notices, { isStrict, panelViews: panels.views })
  const viewport = createViewport()
  const feedback = new Feedback()
  const stage = createDeferred<StageHandle>()
  const report = reportTo(notices)
  const flows = createFlows({ session, stage, ...segmentation, report }, account, started)
  const tools = new Toolbox({ session, viewport, kinds, feedback, flow: flows.flow }, panels.toolOf)
  const fit = () => fitCanvas(session, viewport)
  const unsubscribe = stopAll([
    fitNewCanvases(session, viewport, fit),
    dropLostSelections(session),
    reportFrames(
      (change) => stopAll([subscribe(session.doc, change), viewport.subscribe(change)]),
      (run) => whenIdle(run, 'soon'),
    ),
  ])
  return {
    ...flows,
    session,
    viewport,
    feedback,
    panels,
    tools,
    segmentation,
    overlay: stageOverlay(session, feedback, panels),
    report,
    batchAccount: account.batch,
    stage,
    drawStage() {
      stage.current?.draw()
      return stage.current?.renderer.canvas ?? null
    },
    fit,
    zoomTo: (zoom) => zoomAboutMiddle(session, viewport, zoom),
    dispose() {
      unsubscribe()
      tools.dispose()
      flows.dispose()
      stage.cancel()
      segmentation.dispose()
      session.dispose()
    },
  }
}

function reportTo(notices: Notices): NodeContext['report'] {
  return (error) => {
    const description = error === 'font-failed' && !isOnline() && t(NEEDS_CONNECTION.font)
    notices.toast({ title: t(REPORTS[error]), ...(description && { description }), isDestructive: true })
  }
}
