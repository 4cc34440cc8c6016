/** The interface between the editor and the flows of features. */

import type { Parts, Project } from '#client/engine/project-file/project.ts'
import type { Deferred } from '#client/kit/async/deferred.ts'
import type { PaintReduced } from '#client/layers/text/automaticColors.ts'
import type { CreatePainter } from '#client/media/exporter/pictureLayers.ts'
import type { SegmentationRefiner, Segmenter } from '#client/media/segmenter/segmentation.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import type { Session } from '#client/model/session/session.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import type { NodeContext } from '#client/render/kind.ts'
import type { EditorAccount } from './editorAccount.ts'
import type { ExportDeps } from './exports.ts'
import type { ImportPictureDeps } from './importPicture.ts'

export interface FlowParts {
  session: Session
  stage: Deferred<StageHandle>
  segmenter: Segmenter
  refiner: SegmentationRefiner
  report: NodeContext['report']
}

type FlowDeps = FlowParts & EditorAccount & Pick<ImportPictureDeps, 'announcer' | 'importImage'>

/** The parts of the editor that are passed to each feature's flow. */
export interface FlowHost extends FlowDeps, ExportDeps {
  /** Returns the flow that `create` creates. The flow is created at the first call. */
  flow<F extends Flow>(create: (host: FlowHost) => F): F
  /**
   * Returns a function that creates painters with the renderer of the editor's canvas. Their pixels are in `assets`.
   */
  paintersOf(assets: AssetStore): CreatePainter
  paintReduced: PaintReduced
  /** Resolves with a thumbnail of the document as a data URL, or null if none can be made now (`documentThumbnail`). */
  thumbnail(): Promise<string | null>
}

/** A feature's flow. */
export interface Flow {
  /**
   * Aborts the flow. Called before another photo or document replaces the document, and when the user leaves the
   * editor.
   */
  cancel?(): void
  /** Called before a stored project or a project file replaces the document. Not called for a photo. */
  projectOpens?(): void
  /**
   * Called when the document has the first matte of a photo, or is an opened project. `painted` resolves when the
   * canvas shows it. Must return without waiting.
   */
  subjectFound?(painted: Promise<void>): void
  /**
   * Resolves when no result of the flow that the file shows is pending, even after a failure. Returns null if none is
   * pending. Exports wait for this promise. `needsSubject`: as in ExportJob.
   */
  whenDone?(needsSubject: boolean): Promise<unknown> | null
  /** Saves a template that the user has opened as a project file. */
  importTemplate?(project: Project, parts: Parts): Promise<void>
  /** Called when the user leaves the editor. */
  dispose?(): void
}

export type CreateFlow = (host: FlowHost) => Flow

/**
 * Returns functions that create and control the features' flows. `start` creates the `started` flows. `flow` creates
 * other flows when they are first used. `each` calls a function with every created flow.
 */
export function createFeatureFlows(host: () => FlowHost, started: readonly CreateFlow[]) {
  const created = new Map<CreateFlow, Flow>()
  const flow: FlowHost['flow'] = <F extends Flow>(create: (host: FlowHost) => F) => {
    const known = created.get(create) ?? create(host())
    created.set(create, known)
    return known as F // safe cast: `created` maps each `create` to its own flow
  }
  return {
    flow,
    start: () => started.forEach(flow),
    each: (act: (flow: Flow) => void) => created.forEach(act),
    /** Resolves when all flows are done. Returns null if none is running. */
    whenDone(needsSubject: boolean) {
      const running = [...created.values()].flatMap((one) => one.whenDone?.(needsSubject) ?? [])
      return running.length > 0 ? Promise.all(running) : null
    },
  }
}
