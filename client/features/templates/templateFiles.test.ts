import { expect, it, vi } from 'vitest'
import { readProjectFile } from '#client/engine/project-file/file.ts'
import { PROJECT_VERSION } from '#client/engine/project-file/project.ts'
import { fullProject } from '#client/engine/project-file/testing.ts'
import { backgroundOnly, setup } from './testing.ts'

const { project } = await fullProject()

it("a link's template can be read as a project file, for example by a batch", async () => {
  const { library } = setup({ paint: async () => 'data:painted' }, { list: async () => [], read: async () => null })
  const template = {
    ...project,
    name: 'Sale',
    document: backgroundOnly(),
    assets: [],
    fonts: [],
    isDesign: true as const,
  }
  const id = library.lend(template)
  const given = await library.file(id)
  expect(given?.name).toBe('Sale')
  const read = await readProjectFile(given!.file)
  expect(read.ok && read.value.project).toEqual({ ...template, savedAt: 1_800_000_000_000 })
})

/** Exports a template with this name in a browser that discards downloads. Returns the shared files. */
async function exported(ownName: string, share: (file: File) => void = () => {}) {
  const files: File[] = []
  const document = backgroundOnly()
  const record = { ...project, document, assets: [], fonts: [], isDesign: true, ownName, owner: 'anna', sizes: {} }
  const targets = {
    save: () => expect.fail('the browser would discard the file'),
    dropsDownloads: true,
    async share(file: File) {
      share(file)
      files.push(file)
    },
    isPressed: () => true,
  }
  const { library, said } = setup({ targets }, { read: async () => ({ ...record, version: PROJECT_VERSION }) })
  await library.exportFile('mine')
  return { files, said }
}

it('in browsers that discard downloads, a template file is shared', async () => {
  const { files, said } = await exported('Sale')
  expect([files.map(({ name }) => name), said]).toEqual([['Sale.midground'], []])
})

it("a dot in a template's name doesn't shorten the name of the exported file", async () => {
  const { files } = await exported('Poster v1.2')
  expect(files.map(({ name }) => name)).toEqual(['Poster v1.2.midground'])
})

it("a template from a project file has the photo's name without the extension", async () => {
  const { library, drafts } = setup()
  await library.importFile(new File([(await fullProject()).file], 'a.midground'))
  const template = { ...project, name: 'Poster v1.2', document: backgroundOnly(), assets: [], fonts: [] }
  await library.importTemplate({ ...template, isDesign: true }, new Map())
  expect(drafts.map(({ name }) => name)).toEqual(['cät', 'Poster v1.2'])
})

it("a message reports that a template file couldn't be shared", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { said } = await exported('Sale', () => {
    throw new DOMException('broken', 'DataError')
  })
  expect(said).toEqual([expect.stringContaining('Failed to share the file. Please try again.')])
})
