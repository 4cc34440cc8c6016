import type { FlowHost } from '#client/editor/flows/flowHost.ts'
import { templateStore as store } from '#client/editor/storage/stores.ts'
import { whenPainted } from '#client/editor/workspace/whenPainted.ts'
import type { Template } from '#client/engine/template/applyTemplate.ts'
import type { SeparatedPhoto } from '#client/engine/template/paintTemplate.ts'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { createTemplateApplier } from './templateApplier.ts'
import { TemplateLibrary } from './templateLibrary.ts'
import { createTemplatePreviews } from './templatePreviews.ts'

/**
 * Creates the flow that stores the user's templates. Assigns templates without an owner to the signed-in account.
 */
export function createLibrary(host: FlowHost): TemplateLibrary {
  const account = host.userId()
  // `adoptUnowned` never rejects; when the store changes, the list is refreshed
  if (account !== null) void store.adoptUnowned(account)
  return new TemplateLibrary({
    ...host,
    store,
    owner: host.userId,
    now: Date.now,
    whenIdle: (run) => void whenIdle(run, 'quiet'),
    paint: painter(host),
  })
}

/** Creates the flow that applies templates to the open photo. */
export const createApplier = (host: FlowHost) =>
  createTemplateApplier({
    ...host,
    own: host.flow(createLibrary),
    paint: host.paintReduced,
    whenPainted: () => whenPainted(host.stage),
  })

/** Creates the flow that paints the templates on the open photo. */
export const createPreviews = (host: FlowHost) =>
  createTemplatePreviews({
    ...host,
    own: host.flow(createLibrary),
    reducePhoto: async (doc, to) =>
      (await import('#client/engine/template/paintTemplate.ts')).reducePhoto(doc, host.session.assets, to),
    paint: painter(host),
    whenIdle: (run) => void whenIdle(run, 'soon'),
  })

/** Returns a function that paints a template's thumbnail with the renderer of the editor's canvas. */
const painter = (host: FlowHost) => async (template: Template, assets: AssetStore, photo?: SeparatedPhoto) => {
  const { paintTemplate } = await import('#client/engine/template/paintTemplate.ts')
  return paintTemplate(template, assets, host.paintersOf(assets), photo)
}
