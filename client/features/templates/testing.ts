/** A library of templates whose stored records a test provides. */
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { heardSession } from '#client/editor/flows/testing.ts'
import type { Draft } from '#client/editor/storage/projectStore.ts'
import { fullProject } from '#client/engine/project-file/testing.ts'
import { ok } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import { emptyDocument } from '#client/model/document/document.ts'
import { withoutPhoto } from './packTemplate.ts'
import { TemplateLibrary, type TemplateLibraryDeps } from './templateLibrary.ts'

const { project } = await fullProject()

/** Creates the library of the account "anna". `drafts` records stored templates. No idle period ever begins. */
export function setup(change: Partial<Record<keyof TemplateLibraryDeps, unknown>> = {}, store: Partial<Stored> = {}) {
  const { session, said } = heardSession()
  const drafts: Draft[] = []
  const library = new TemplateLibrary({
    session,
    announcer: createAnnouncer(session),
    store: {
      write: async (draft: Draft) => {
        drafts.push(draft)
        return ok(undefined)
      },
      setThumbnail: async () => {},
      onChange: () => () => {},
      ...store,
    },
    owner: () => 'anna',
    now: () => 1_800_000_000_000,
    thumbnail: async () => null,
    whenIdle: () => {},
    ...change,
  } as unknown as TemplateLibraryDeps)
  return { session, library, said, drafts }
}

type Stored = Record<keyof TemplateLibraryDeps['store'], unknown>

/** Returns the document of a template without images. */
export function backgroundOnly() {
  const document = { ...emptyDocument(), photo: withoutPhoto(project.document).photo }
  newLayer(document, 'background')
  return document
}
