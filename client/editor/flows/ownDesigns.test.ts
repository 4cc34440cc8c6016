import { expect, it } from 'vitest'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { err, ok } from '../../kit/base/result.ts'
import { stateHash } from '../../model/document/document.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { readProjectFile, writeProjectFile } from '../storage/file.ts'
import type { Parts } from '../storage/project.ts'
import type { Draft, ProjectStore } from '../storage/projectStore.ts'
import { fullProject, PARTS } from '../storage/testing.ts'
import { NOT_KEPT_DESIGN } from './messages.ts'
import { createOwnDesigns, type OwnDesignsDeps, withoutPhoto } from './ownDesigns.ts'
import { createAnnouncer } from './status.ts'

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
function setup(write: OwnDesignsDeps['store']['write']) {
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
  const designs = createOwnDesigns({
    session,
    announcer: createAnnouncer(session),
    store,
    owner: () => 'anna',
    brand: 'Midground',
    now: () => 1_800_000_000_000,
    thumbnail: async () => null,
    save: () => {},
  } as Partial<OwnDesignsDeps> as OwnDesignsDeps)
  return { session, designs, said, drafts }
}

it.each(['full', 'unavailable', 'removed'] as const)('says that a design was not saved: %s', async (error) => {
  const { session, designs, said } = setup(async () => err(error))
  const before = stateHash(snapshotOf(session))
  expect(await designs.keep('')).toBeNull()
  const { title, description } = NOT_KEPT_DESIGN[error]
  expect(said).toEqual([`${title}: ${description}`])
  expect(stateHash(snapshotOf(session))).toBe(before)
})

it('answers with the id of a design that was saved, so that its name can be asked for', async () => {
  const { designs, said, drafts } = setup(async () => ok(undefined))
  const id = await designs.keep('')
  expect(drafts).toMatchObject([{ id, name: 'My design', owner: 'anna', isDesign: true }])
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

it('keeps the design of a project file without its photo and matte', async () => {
  const { designs, said, drafts } = setup(async () => ok(undefined))
  await designs.importFile(new File([(await fullProject()).file], 'a.midground'))
  expect(said).toEqual([])
  expect(drafts).toMatchObject([{ isDesign: true, document: { photo: { name: '', asset: 'none' } } }])
  expect(drafts[0]?.assets.map(({ id }) => id)).toEqual(['b'])
})
