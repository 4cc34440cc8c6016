import { expect, it, vi } from 'vitest'
import type { ProjectRecord } from '#client/editor/storage/projectStore.ts'
import { readProjectFile, writeProjectFile } from '#client/engine/project-file/file.ts'
import { PROJECT_VERSION } from '#client/engine/project-file/project.ts'
import { fullProject, PARTS } from '#client/engine/project-file/testing.ts'
import { err } from '#client/kit/values/result.ts'
import { type Document, emptyDocument, layerOfKind, settingsRules } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { fillField } from '#client/render/inpainting/fillFields.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { nonDefaultValues } from '../../../tests/kinds/testedKind.ts'
import { withoutPhoto } from './packTemplate.ts'
import type { TemplateLibraryDeps } from './templateLibrary.ts'
import { TEMPLATE_STORAGE_ERRORS } from './templateMessages.ts'
import { backgroundOnly, setup } from './testing.ts'

const { project } = await fullProject()

it('a template does not contain any pixels of its photo', () => {
  const template = withoutPhoto(project.document)
  expect(template.photo).toMatchObject({ name: '', width: project.document.photo?.width })
  expect(template.separation).toEqual({ matte: 'none', model: '', box: project.document.separation?.box })
  expect(template.mend.strokes).toEqual([])
  const kinds = template.order.map((id) => template.layers[id]?.kind)
  expect(kinds).not.toContain('drawing')
  expect(kinds).toContain('text')
  expect(Object.keys(template.layers).sort()).toEqual([...template.order].sort())
  expect(JSON.stringify(template)).not.toContain('cät')
})

it('a template does not contain any fill strokes', () => {
  const doc = mutableCopy(project.document) as Document
  const subject = layerOfKind(doc, 'subject') as SubjectLayer
  subject.fill = { enabled: true, seed: 3, strokes: fillField.fields.strokes.example }
  const template = withoutPhoto(doc)
  expect(layerOfKind(template, 'subject')).toMatchObject({ fill: { seed: 3, strokes: [] } })
})

it.each(settingsRules)(
  'a template contains the settings "%s" unless they belong to the photo',
  (part, { fields, photoLabel }) => {
    const values = nonDefaultValues(fields)
    const template = withoutPhoto({ ...project.document, [part]: values })
    expect(template[part]).toEqual(photoLabel ? emptyDocument()[part] : values)
  },
)

it('a project file without a photo is rejected unless it is a template', async () => {
  const { assets } = project
  const own = assets.filter(({ id }) => id === 'b')
  const parts = new Map(await PARTS)
  const document = withoutPhoto(project.document)
  const template = { ...project, document, assets: own, isDesign: true } as const
  const read = await readProjectFile(await writeProjectFile(template, parts))
  if (!read.ok) throw new Error(read.error)
  expect(read.value.project).toEqual(template)
  const { isDesign: _, ...bare } = template
  expect(await readProjectFile(await writeProjectFile(bare, parts))).toEqual({ ok: false, error: 'damaged' })
})

it.each(['full', 'unavailable', 'removed'] as const)(
  'a toast explains that the error %s prevented saving a template',
  async (error) => {
    const { session, library, said } = setup({}, { write: async () => err(error) })
    const before = stateHash(snapshotOf(session))
    expect(await library.save()).toBeNull()
    const { title, description } = TEMPLATE_STORAGE_ERRORS[error]
    expect(said).toEqual([`${title}: ${description}`])
    expect(stateHash(snapshotOf(session))).toBe(before)
  },
)

it('saving a template returns its id', async () => {
  const { library, said, drafts } = setup()
  const id = await library.save()
  expect(drafts).toMatchObject([{ id, name: 'My template', owner: 'anna', isDesign: true }])
  expect(said).toEqual([])
})

it('a file that is not a template is rejected', async () => {
  const { library, said, drafts } = setup()
  await library.importFile(new File(['no template'], 'a.midground'))
  const whole = new Uint8Array(await (await fullProject()).file.arrayBuffer())
  await library.importFile(new File([whole.slice(0, whole.length / 2)], 'b.midground'))
  expect(said).toHaveLength(2)
  expect(drafts).toEqual([])
})

it("importing a template file also saves the file's `layout` record", async () => {
  const { library, drafts } = setup()
  const layout = {
    hue: 40,
    subject: { area: [0, 0, 1, 1], isAside: true, isCloseUp: true, isStanding: true },
    layers: { t: { area: [0, 0.5, 1, 0.2] } },
  }
  const file = await writeProjectFile({ ...project, layout } as never, new Map(await PARTS))
  await library.importFile(new File([file], 'a.midground'))
  expect(drafts).toMatchObject([{ isDesign: true, layout }])
})

it('importing a project file saves a template without the photo and the matte', async () => {
  const { library, said, drafts } = setup()
  await library.importFile(new File([(await fullProject()).file], 'a.midground'))
  expect(said).toEqual([])
  expect(drafts).toMatchObject([{ isDesign: true, document: { photo: { name: '', asset: 'none' } } }])
  expect(drafts[0]?.assets.map(({ id }) => id)).toEqual(['b'])
})

/**
 * Creates a library that contains the given templates. `thumbnails`: thumbnail by template id. `passIdle` runs an idle
 * period.
 */
async function gallery(thumbnails: Record<string, string | null>, paint: TemplateLibraryDeps['paint']) {
  const kept = { ...project, document: backgroundOnly(), assets: [], fonts: [], isDesign: true as const }
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
  const { session, library } = setup(
    { whenIdle: (run: () => void) => void idle.push(run), paint },
    {
      list: async () => [...records.values()],
      read: async (id: string) => records.get(id) ?? null,
      setThumbnail: async (id: string, thumbnail: string) => void records.set(id, { ...records.get(id)!, thumbnail }),
    },
  )
  const passIdle = async () => {
    for (const run of idle.splice(0)) run()
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const shown = () => [...records].map(([id, { thumbnail }]) => `${id} ${thumbnail}`)
  return { library, session, idle, passIdle, shown }
}

it('the library paints one missing thumbnail in each idle period', async () => {
  const { library, passIdle, shown } = await gallery({ a: null, b: 'data:b', c: null }, async () => 'data:painted')
  expect((await library.list()).map(({ thumbnail }) => thumbnail)).toEqual([null, 'data:b', null])
  expect(shown()).toEqual(['a null', 'b data:b', 'c null'])
  await passIdle()
  expect(shown()).toEqual(['a data:painted', 'b data:b', 'c null'])
  await passIdle()
  expect(shown()).toEqual(['a data:painted', 'b data:b', 'c data:painted'])
})

it("the library skips a template whose thumbnail can't be painted", async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const painted: unknown[] = []
  const { library, idle, passIdle, shown } = await gallery({ a: null, b: null }, async (template) => {
    painted.push(template)
    if (painted.length === 1) throw new Error('the graphics are lost')
    return 'data:painted'
  })
  await library.list()
  await library.list() // a thumbnail that failed isn't painted again
  await passIdle()
  await passIdle()
  await library.list()
  expect(shown()).toEqual(['a null', 'b data:painted'])
  expect([painted.length, idle.length]).toEqual([2, 0])
})

it('no thumbnail is painted during a gesture', async () => {
  const { library, session, passIdle, shown } = await gallery({ a: null }, async () => 'data:painted')
  await library.list()
  const gesture = session.history.begin('Move')
  await passIdle()
  expect(shown()).toEqual(['a null'])
  gesture.commit()
  await passIdle()
  expect(shown()).toEqual(['a data:painted'])
})

it('leaving the editor during a gesture stops the painting of thumbnails', async () => {
  const paint = vi.fn(async () => 'data:painted')
  const { library, session, idle, passIdle, shown } = await gallery({ a: null, b: null }, paint)
  await library.list()
  session.history.begin('Move')
  await passIdle()
  library.dispose()
  await passIdle()
  await library.list()
  expect([paint.mock.calls.length, idle.length]).toEqual([0, 0])
  expect(shown()).toEqual(['a null', 'b null'])
})

/**
 * Reads a stored template that has a background image and the given fonts. Returns the options of its image imports.
 */
async function importsOf({ fonts }: { fonts: typeof project.fonts }) {
  const parts = new Map((await PARTS).slice(1))
  const document = withoutPhoto(project.document)
  const template = { ...project, document, assets: project.assets.slice(2), fonts, isDesign: true }
  const importImage = vi.fn(async (_: File, _options: object) => err('decode-failed'))
  const { library } = setup(
    { importImage },
    {
      read: async (id: string) => ({ ...template, id, owner: 'anna', version: PROJECT_VERSION }),
      part: async (hash: string) => parts.get(hash) ?? null,
    },
  )
  expect(await library.read('mine', new AbortController().signal)).toBeNull()
  return importImage.mock.calls.map(([, options]) => options)
}

it("the images of a template whose font is missing aren't imported", async () => {
  expect(await importsOf(project)).toEqual([])
})

it('an image in a template is imported with its wide gamut', async () => {
  expect(await importsOf({ fonts: [] })).toMatchObject([{ keepsWideGamut: true }])
})

it("painting a thumbnail doesn't add assets to the open document", async () => {
  const { library, session, passIdle } = await gallery({ a: null }, async (_, assets) => {
    expect(assets).not.toBe(session.assets)
    return 'data:painted'
  })
  const before = session.assets.memory()
  await library.list()
  await passIdle()
  expect(session.assets.memory()).toEqual(before)
})
