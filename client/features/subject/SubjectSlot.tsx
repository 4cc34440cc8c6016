import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { MaskOverlay } from './mask/MaskOverlay.tsx'
import { PictureFade } from './select/PictureFade.tsx'
import { SubjectFlash } from './select/SubjectFlash.tsx'
import { createImproving } from './subjectFlows.ts'

/** The overlays over the photo: the arrival of a matte, and the edited mask. */
export function SubjectSlot() {
  const { viewport, drawStage, flow } = useWorkspace()
  return (
    <>
      <PictureFade onChange={flow(createImproving).beforeChange} onMove={viewport.subscribe} picture={drawStage} />
      <SubjectFlash />
      <MaskOverlay />
    </>
  )
}
