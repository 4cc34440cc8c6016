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
import type { BatchAccount } from '../flows/batchAccount.ts'
import type { CreateFlow, EditorAccount } from '../flows/host.ts'
import { NEEDS_CONNECTION, REPORTS } from '../flows/messages.ts'
import type { Panels } from '../host/panels.ts'
import { Feedback } from '../tools/feedback.ts'
import { Toolbox } from '../tools/toolbox.ts'
import { createFlows, type Flows } from './flows.ts'
import { dropLostSelections, fitCanvas, fitNewCanvases, stageOverlay, zoomAboutMiddle } from './view.ts'

/**
 * All parts of an open editor. Opening the editor creates the workspace, and leaving the editor disposes of it.
 * Components get it from the React context.
 */
export interface Workspace extends Flows {
  readonly session: Session
  readonly viewport: Viewport
  readonly feedback: Feedback
  readonly panels: Panels
  /** The open tab's tool and its running gesture. */
  readonly tools: Toolbox
  readonly segmentation: Segmentation
  /** The overlay of the editor's canvas: the frame of the selection, guides and the tool's overlay. */
  readonly overlay: StageOverlay
  readonly report: NodeContext['report']
  readonly batchAccount: BatchAccount
  /**
   * The stage (the editor's canvas, `Stage.tsx`) with its renderer and its preview. Set once the graphics have started.
   */
  readonly stage: Deferred<StageHandle>
  /**
   * Paints the image and its overlay. Returns the canvas element, whose pixels are valid until the end of this task.
   * Null before the graphics have started.
   */
  drawStage(): StageHandle['renderer']['canvas'] | null
  fit(): void
  /** Zooms about the center of the canvas element. `zoom`: CSS px per document px. */
  zoomTo(zoom: number): void
}

/** Creates the parts of an editor and connects them. The panels and `flows` come from the features. */
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
