import { expect, it, vi } from 'vitest'
import { err, ok } from '#client/kit/base/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import { type Document, emptyDocument, layerOfKind, stateHash } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { readProjectFile, writeProjectFile } from '../storage/file.ts'
import { type Parts, PROJECT_VERSION } from '../storage/project.ts'
import type { Draft, ProjectRecord, ProjectStore } from '../storage/projectStore.ts'
import { fullProject, PARTS } from '../storage/testing.ts'
import { createAnnouncer } from './flow.ts'
import { TEMPLATE_STORAGE_ERRORS } from './storageMessages.ts'
import { TemplateLibrary, type TemplateLibraryDeps, withoutPhoto } from './templateLibrary.ts'

const { project } = await fullProject()

it('a design has no photo, no name of it, no mask edits and no drawings, but the sizes that its layers are relative to', () => {
  const design = withoutPhoto(project.document)
  expect(design.photo).toMatchObject({ name: '', width: project.document.photo?.width })
  expect(design.separation).toEqual({ matte: 'none', model: '', box: project.document.separation?.box })
  expect(design.mend.strokes).toEqual([])
  const kinds = design.order.map((id) => design.layers[id]?.kind)
  expect(kinds).not.toContain('drawing')
  expect(kinds).toContain('text')
  expect(Object.keys(design.layers).sort()).toEqual([...design.order].sort())
  expect(JSON.stringify(design)).not.toContain('cät')
})

it('a design has no fill strokes', () => {
  const doc = mutableCopy(project.document) as Document
  const subject = layerOfKind(doc, 'subject') as SubjectLayer
  subject.fill = { enabled: true, seed: 3, strokes: fillField.fields.strokes.example }
  const design = withoutPhoto(doc)
  expect(layerOfKind(design, 'subject')).toMatchObject({ fill: { seed: 3, strokes: [] } })
})

it('a design is a project file without photo and matte; a project without them is damaged', async () => {
  const { assets } = project
  const own = assets.filter(({ id }) => id === 'b')
  const parts = new Map(await PARTS)
  const document = withoutPhoto(project.document)
  const design = { ...project, document, assets: own, isDesign: true } as const
  const read = await readProjectFile(await writeProjectFile(design, parts))
  if (!read.ok) throw new Error(read.error)
  expect(read.value.project).toEqual(design)
  const { isDesign: _, ...bare } = design
  expect(await readProjectFile(await writeProjectFile(bare, parts))).toEqual({ ok: false, error: 'damaged' })
})

/** The flow on a device whose store answers `write` as told; the messages, and the drafts that came to the store. */
function setup(write: TemplateLibraryDeps['store']['write']) {
  const said: string[] = []
  const drafts: Draft[] = []
  const session = separatedSession({ toast: ({ title, description }) => void said.push(`${title}: ${description}`) })
  const store = {
    write: (draft: Draft, given: Parts) => {
      drafts.push(draft)
      return write(draft, given)
    },
    setThumbnail: async () => {},
    onChange: () => () => {},
  } as Partial<ProjectStore> as ProjectStore
  const designs = new TemplateLibrary({
    session,
    announcer: createAnnouncer(session),
    store,
    owner: () => 'anna',
    now: () => 1_800_000_000_000,
    thumbnail: async () => null,
    save: () => {},
  } as Partial<TemplateLibraryDeps> as TemplateLibraryDeps)
  return { session, designs, said, drafts }
}

it.each(['full', 'unavailable', 'removed'] as const)('says that a design was not saved: %s', async (error) => {
  const { session, designs, said } = setup(async () => err(error))
  const before = stateHash(snapshotOf(session))
  expect(await designs.keep('')).toBeNull()
  const { title, description } = TEMPLATE_STORAGE_ERRORS[error]
  expect(said).toEqual([`${title}: ${description}`])
  expect(stateHash(snapshotOf(session))).toBe(before)
})

it('answers with the id of a design that was saved, so that its name can be asked for', async () => {
  const { designs, said, drafts } = setup(async () => ok(undefined))
  const id = await designs.keep('')
  expect(drafts).toMatchObject([{ id, name: 'My template', owner: 'anna', isDesign: true }])
  expect(said).toEqual([])
})

it('says that a file holds no design, and keeps nothing', async () => {
  const { designs, said, drafts } = setup(async () => ok(undefined))
  await designs.importFile(new File(['no design'], 'a.midground'))
  const whole = new Uint8Array(await (await fullProject()).file.arrayBuffer())
  await designs.importFile(new File([whole.slice(0, whole.length / 2)], 'b.midground'))
  expect(said).toHaveLength(2)
  expect(drafts).toEqual([])
})

it('keeps the layout of a template file', async () => {
  const { designs, drafts } = setup(async () => ok(undefined))
  const layout = { hue: 40, subject: { area: [0, 0, 1, 1], isAside: true }, layers: { t: { area: [0, 0.5, 1, 0.2] } } }
  const file = await writeProjectFile({ ...project, layout } as never, new Map(await PARTS))
  await designs.importFile(new File([file], 'a.midground'))
  expect(drafts).toMatchObject([{ isDesign: true, layout }])
})

it('keeps the design of a project file without its photo and matte', async () => {
  const { designs, said, drafts } = setup(async () => ok(undefined))
  await designs.importFile(new File([(await fullProject()).file], 'a.midground'))
  expect(said).toEqual([])
  expect(drafts).toMatchObject([{ isDesign: true, document: { photo: { name: '', asset: 'none' } } }])
  expect(drafts[0]?.assets.map(({ id }) => id)).toEqual(['b'])
})

/** TemplateApplier on a device, by id, with their thumbnails; painted when the page is idle. */
async function gallery(thumbnails: Record<string, string | null>, paint: TemplateLibraryDeps['paint']) {
  const document = { ...emptyDocument(), photo: withoutPhoto(project.document).photo }
  newLayer(document, 'background')
  const kept = { ...project, document, assets: [], fonts: [], isDesign: true as const }
  const records = new Map(
    Object.entries(thumbnails).map(([id, thumbnail]): [string, ProjectRecord] => [
      id,
      {
        ...kept,
        id: id as ProjectRecord['id'],
        owner: 'anna',
        version: PROJECT_VERSION,
        ownName: '',
        sizes: {},
        thumbnail,
      },
    ]),
  )
  const idle: (() => void)[] = []
  const session = separatedSession({})
  const designs = new TemplateLibrary({
    session,
    announcer: createAnnouncer(session),
    owner: () => 'anna',
    whenIdle: (run: () => void) => void idle.push(run),
    paint,
    store: {
      list: async () => [...records.values()],
      read: async (id: string) => records.get(id) ?? null,
      setThumbnail: async (id: string, thumbnail: string) => void records.set(id, { ...records.get(id)!, thumbnail }),
    },
  } as Partial<TemplateLibraryDeps> as TemplateLibraryDeps)
  const passIdle = async () => {
    for (const run of idle.splice(0)) run()
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const shown = () => [...records].map(([id, { thumbnail }]) => `${id} ${thumbnail}`)
  return { designs, session, idle, passIdle, shown }
}

it('paints the thumbnails that are missing, one in each idle period', async () => {
  const { designs, passIdle, shown } = await gallery({ a: null, b: 'data:b', c: null }, async () => 'data:painted')
  expect((await designs.list()).map(({ thumbnail }) => thumbnail)).toEqual([null, 'data:b', null])
  expect(shown()).toEqual(['a null', 'b data:b', 'c null'])
  await passIdle()
  expect(shown()).toEqual(['a data:painted', 'b data:b', 'c null'])
  await passIdle()
  expect(shown()).toEqual(['a data:painted', 'b data:b', 'c data:painted'])
})

it('goes on after a design that cannot be painted, and does not try that again', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const painted: unknown[] = []
  const { designs, idle, passIdle, shown } = await gallery({ a: null, b: null }, async (design) => {
    painted.push(design)
    if (painted.length === 1) throw new Error('the graphics are lost')
    return 'data:painted'
  })
  await designs.list()
  await designs.list() // asked for twice, painted once
  await passIdle()
  await passIdle()
  await designs.list()
  expect(shown()).toEqual(['a null', 'b data:painted'])
  expect([painted.length, idle.length]).toEqual([2, 0])
})

it('paints no thumbnail during a gesture', async () => {
  const { designs, session, passIdle, shown } = await gallery({ a: null }, async () => 'data:painted')
  await designs.list()
  const gesture = session.history.begin('Move')
  await passIdle()
  expect(shown()).toEqual(['a null'])
  gesture.commit()
  await passIdle()
  expect(shown()).toEqual(['a data:painted'])
})

it('paints nothing more once the editor is left, not even after a gesture that has no end', async () => {
  const paint = vi.fn(async () => 'data:painted')
  const { designs, session, idle, passIdle, shown } = await gallery({ a: null, b: null }, paint)
  await designs.list()
  session.history.begin('Move')
  await passIdle()
  designs.dispose()
  await passIdle()
  await designs.list()
  expect([paint.mock.calls.length, idle.length]).toEqual([0, 0])
  expect(shown()).toEqual(['a null', 'b null'])
})

it('decodes no picture of a design whose font is missing', async () => {
  const parts = new Map(await PARTS)
  const document = withoutPhoto(project.document)
  const design = { ...project, document, assets: project.assets.filter(({ id }) => id === 'b'), isDesign: true }
  const importImage = vi.fn(async () => err('decode-failed'))
  const designs = new TemplateLibrary({
    session: separatedSession({}),
    owner: () => 'anna',
    importImage,
    store: {
      read: async (id: string) => ({
        ...design,
        fonts: id === 'with font' ? project.fonts : [],
        ...{ id, owner: 'anna', version: PROJECT_VERSION },
      }),
      part: async (hash: string) => (project.fonts.some(({ part }) => part === hash) ? null : parts.get(hash)),
    },
  } as unknown as TemplateLibraryDeps)
  const read = (id: string) => designs.read(id, new AbortController().signal)
  expect(await read('with font')).toBeNull()
  expect(importImage).not.toHaveBeenCalled()
  await read('without')
  expect(importImage).toHaveBeenCalledOnce()
})

it('leaves the pixels of the open document alone while it paints', async () => {
  const { designs, session, passIdle } = await gallery({ a: null }, async (_, assets) => {
    expect(assets).not.toBe(session.assets)
    return 'data:painted'
  })
  const before = session.assets.memory()
  await designs.list()
  await passIdle()
  expect(session.assets.memory()).toEqual(before)
})
