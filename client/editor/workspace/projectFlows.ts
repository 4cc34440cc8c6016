/** The stores exist once per page, the flows once per visit of the editor. */

import type { Deferred } from '#client/kit/base/deferred.ts'
import { newId, type ProjectId } from '#client/kit/base/ids.ts'
import { BRAND_NAME } from '#client/kit/base/page.ts'
import { whenHidden, whenIdle } from '#client/kit/base/scheduling.ts'
import { connectFontStore } from '#client/kit/fonts/own/importFont.ts'
import { tAll } from '#client/kit/i18n/translate.ts'
import { applyMatte } from '#client/layers/overlay/applyMatte.ts'
import type { StageHandle } from '#client/render/compositor/Stage.tsx'
import { save } from '../export/browserDeliveryTargets.ts'
import type { ImportPictureDeps } from '../flows/importPicture.ts'
import { createProjects, type Projects, type ProjectsDeps } from '../flows/projects.ts'
import { STORAGE_ERRORS } from '../flows/storageMessages.ts'
import { createTemplateLibrary, type TemplateLibrary } from '../flows/templateLibrary.ts'
import { documentThumbnail } from '../projects/documentThumbnail.ts'
import { type Autosave, createAutosave } from '../storage/autosave.ts'
import { createFontStore } from '../storage/fontStore.ts'
import { projectLocks as locks, projectStore as store, templateStore } from '../storage/stores.ts'

void connectFontStore(createFontStore(Date.now)) // never rejects

/** The flows that store and open projects and templates, for one visit of the editor. */
export interface ProjectFlows {
  readonly autosave: Autosave
  readonly projects: Projects
  readonly templateLibrary: TemplateLibrary
}

/** Creates autosave and the project flow. */
export function createProjectFlows(
  deps: ImportPictureDeps & Pick<ProjectsDeps, 'interrupt' | 'separate' | 'owner'> & { stage: Deferred<StageHandle> },
): ProjectFlows {
  const { session } = deps
  const thumbnail = () => documentThumbnail(deps)
  const autosave = createAutosave({
    session,
    store,
    locks,
    now: Date.now,
    owner: deps.owner,
    newProject: () => newId<ProjectId>(),
    whenIdle,
    whenHidden,
    thumbnail,
    onProblem: (error) =>
      session.notices.toast({ ...tAll(STORAGE_ERRORS[error]), isDestructive: true, isLasting: true }),
  })
  const shared = { ...deps, brand: BRAND_NAME, now: Date.now, cutOut: applyMatte, save }
  const templateLibrary = createTemplateLibrary({
    ...shared,
    store: templateStore,
    thumbnail,
    whenIdle: (run) => void whenIdle(run, 'quiet'),
    async paint(template, assets) {
      const { renderer } = await deps.stage.ready()
      const [{ paintTemplate }, graphics] = await Promise.all([
        import('../templates/paintTemplate.ts'),
        import('./graphics.ts'),
      ])
      const { createPainter, paintedKinds: kinds } = graphics
      return paintTemplate(template, assets, async (doc, scale = 1) =>
        createPainter({ doc, renderer, assets, kinds, report: console.warn, scale }),
      )
    },
  })
  const projects = createProjects({
    ...shared,
    store,
    locks,
    autosave,
    importTemplate: (project, parts) => void templateLibrary.importProject(project, parts), // never rejects
  })
  return { autosave, projects, templateLibrary }
}
