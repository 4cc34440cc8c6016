import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { writeProjectFile } from '#client/engine/project-file/file.ts'
import { PROJECT_VERSION } from '#client/engine/project-file/project.ts'
import { fullProject, PARTS, SIZE } from '#client/engine/project-file/testing.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { forgetFonts, listFont, ownId } from '#client/kit/fonts/own/ownFonts.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, ok } from '#client/kit/values/result.ts'
import { newLayer } from '#client/layers/registry.ts'
import type { ImportOptions } from '#client/media/importer/importer.ts'
import { inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { type Document, emptyDocument } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import type { ProjectRecord } from '../storage/projectStore.ts'
import { createAnnouncer } from './flow.ts'
import { Projects, type ProjectsDeps } from './projects.ts'

const parts = new Map(await PARTS)
// Node has no fonts and no `online` event, so loading the default letters fails
beforeEach(() => void vi.stubGlobal('addEventListener', () => {}))
afterEach(() => void vi.unstubAllGlobals())

// without fonts, because fonts can be checked only in a browser
const project = { ...(await fullProject()).project, fonts: [] }
const file = await writeProjectFile(project, parts)
const bytes = new Uint8Array(await file.arrayBuffer())

const record: ProjectRecord = {
  ...project,
  id: 'mine',
  owner: 'anna',
  version: PROJECT_VERSION,
  thumbnail: null,
  sizes: {},
}

const storeWith = (change: Partial<ProjectsDeps['store']> = {}): ProjectsDeps['store'] => ({
  list: async () => [record],
  read: async (id) => (id === 'mine' ? record : null),
  part: async (hash) => parts.get(hash) ?? null,
  rename: vi.fn(async () => {}),
  remove: vi.fn(async () => {}),
  onChange: () => () => {},
  ...change,
})

/** Creates a session with unsaved work. The simulated browser can decode all parts of the project. */
function setup(change: Partial<ProjectsDeps> = {}) {
  const said: string[] = []
  let bitmaps = 0
  const bitmapOf = () => {
    bitmaps += 1
    return { ...SIZE, close: () => void bitmaps-- } as unknown as ImageBitmap
  }
  const session = separatedSession({
    toast: ({ title, description }) => void said.push(`${title}: ${description}`),
  })
  session.history.transact('Tune', () => {
    session.doc.tune.image.brightness = 120
  })
  const adopt = vi.fn()
  const save = vi.fn<(blob: Blob, name: string) => void>()
  const separate = vi.fn()
  const subjectFound = vi.fn()
  const projects = new Projects({
    session,
    announcer: createAnnouncer(session),
    store: storeWith(),
    locks: { acquire: async () => () => {}, held: async () => new Set(), onRelease: () => () => {} },
    autosave: { adopt, current: () => null },
    owner: () => 'anna',
    now: () => 1_800_000_000_000,
    async importImage(given: File, { signal }: ImportOptions) {
      const content = new Uint8Array(await given.arrayBuffer())
      if (signal.aborted) return err('aborted')
      const hash = await sha256(content)
      if (!parts.has(hash)) return err('decode-failed')
      const blob = new Blob([content])
      const picture = { bitmap: bitmapOf(), ...SIZE, hasAlpha: false, blob }
      return ok({ ...picture, name: given.name, type: 'jpeg' as const, sha256: hash })
    },
    cutOut: async () => bitmapOf(),
    targets: { save, dropsDownloads: false, copy: null, share: null, isPressed: () => true },
    interrupt: () => {},
    separate,
    importTemplate: () => {},
    afterPaint: (then) => then(),
    subjectFound,
    ...change,
  })
  return { session, projects, said, adopt, save, separate, subjectFound, bitmaps: () => bitmaps }
}

it.each([
  ['of another account', 'bert', 0],
  ['of the account', 'anna', 1],
  ['that no account owns', null, 0],
  ['of an older version that no account has adopted', undefined, 0],
])('a project %s (owner %j) is listed and opened %i times', async (_, owner, count) => {
  const theirs = { ...record, owner } as ProjectRecord
  const { projects, adopt } = setup({ store: storeWith({ list: async () => [theirs], read: async () => theirs }) })
  expect(await projects.recent()).toHaveLength(count)
  await projects.restore('mine')
  expect(adopt).toHaveBeenCalledTimes(count)
})

it('an opened project is announced only after the canvas has painted it', async () => {
  const afterPaint = vi.fn()
  const { session, projects } = setup({ afterPaint })
  await projects.restore('mine')
  expect(session.ui.status).toMatchObject({ text: 'Opening your project…', tone: 'busy' })
  afterPaint.mock.lastCall![0]()
  expect(session.ui.status).toMatchObject({ text: 'Project restored.', tone: 'done' })
})

const stateOf = (session: Session) => ({
  hash: stateHash(snapshotOf(session)),
  history: { ...session.history.state },
  assets: session.assets.memory(),
})

/** Creates an importer for a browser that decodes wide-gamut images to the color space `decoded`. */
function importerIn(decoded: ColorSpace) {
  const asked: boolean[] = []
  async function importImage(given: File, { keepsWideGamut = false }: ImportOptions) {
    asked.push(keepsWideGamut)
    const content = new Uint8Array(await given.arrayBuffer())
    const bitmap = { ...SIZE, close() {} } as unknown as ImageBitmap
    inColorSpace(bitmap, keepsWideGamut ? decoded : 'srgb')
    const picture = { bitmap, ...SIZE, hasAlpha: false, blob: new Blob([content]) }
    return ok({ ...picture, name: given.name, type: 'jpeg' as const, sha256: await sha256(content) })
  }
  return { asked, importImage }
}

it.each(['display-p3', 'srgb'] as const)(
  'a saved Display P3 photo reopens in %s if the browser decodes wide-gamut images to this color space',
  async (decoded) => {
    const { photo } = project.document
    const document = { ...project.document, photo: photo && { ...photo, colorSpace: 'display-p3' as const } }
    const { asked, importImage } = importerIn(decoded)
    const { projects, session } = setup({
      store: storeWith({ read: async () => ({ ...record, document }) }),
      importImage,
    })
    await projects.restore('mine')
    // the color space of the file was requested for the photo and the background image
    expect(asked).toEqual([true, true])
    expect(session.doc.photo?.colorSpace ?? 'srgb').toBe(decoded)
  },
)

it('a project saved by an older version reopens in sRGB without changes', async () => {
  const { asked, importImage } = importerIn('display-p3')
  const { projects, session } = setup({ importImage })
  await projects.restore('mine')
  expect(asked).toEqual([false, true]) // the photo was requested in sRGB, the overlay image in its own color space
  expect(stateHash(snapshotOf(session))).toBe(stateHash(project.document))
})

it('a project file contains the name of the project, and is named after it or after the photo', async () => {
  for (const [ownName, file] of [
    ['Holiday', 'Holiday.midground'],
    ['Poster v1.2', 'Poster v1.2.midground'],
    ['', 'cät.midground'],
  ] as const) {
    const read = async () => ({ ...record, ownName })
    const adopt = vi.fn()
    const { projects, save } = setup({ autosave: { adopt, current: () => 'mine' }, store: storeWith({ read }) })
    await projects.openFile(new File([bytes], 'cat.midground'))
    await projects.saveFile()
    const [saved, name] = save.mock.calls[0]!
    expect(name).toBe(file)
    await projects.openFile(new File([saved], file))
    expect(adopt).toHaveBeenLastCalledWith(null, false, ownName || undefined)
  }
})

it('before a new photo, a toast offers to reopen the current project only if its edits are saved', () => {
  const { session, projects, said } = setup({ autosave: { adopt: vi.fn(), current: () => 'mine' } })
  projects.offerReturn()
  expect(said).toEqual([])
  session.ui.storedVersion = session.history.state.version
  projects.offerReturn()
  expect(said).toEqual(['Your previous project is saved: undefined'])
  session.history.undo()
  session.ui.storedVersion = session.history.state.version
  projects.offerReturn()
  expect(said).toHaveLength(1)
})

it('opening a project file restores the document without its undo history', async () => {
  const { session, projects, adopt, separate, subjectFound } = setup()
  await projects.openFile(new File([file], 'cat.midground'))
  expect(stateHash(snapshotOf(session))).toBe(stateHash(project.document))
  expect(session.history.state.undo).toBeNull()
  expect(session.assets.bitmap('b' as AssetId)?.source?.cut?.coverage).toHaveLength(SIZE.width * SIZE.height)
  expect(adopt).toHaveBeenCalledWith(null, false, undefined)
  expect(separate).not.toHaveBeenCalled()
  expect(subjectFound).toHaveBeenCalledOnce()
})

it('opening a project file asks before it replaces unsaved work, but a template file is saved without a question', async () => {
  const importTemplate = vi.fn()
  const { projects, session } = setup({ importTemplate })
  const confirm = vi.spyOn(session.notices, 'confirm').mockResolvedValue(false)
  const before = stateHash(snapshotOf(session))
  expect(await projects.openFile(await writeProjectFile({ ...project, isDesign: true }, parts))).toBe(false)
  expect([importTemplate.mock.calls.length, confirm.mock.calls.length]).toEqual([1, 0])
  expect(await projects.openFile(file)).toBe(false)
  await projects.restore('mine')
  expect(confirm).toHaveBeenCalledTimes(2)
  expect([stateHash(snapshotOf(session)), session.ui.busy]).toEqual([before, null])
})

it('opening a project that was saved without a subject segments the photo', async () => {
  const document = { ...emptyDocument(), photo: project.document.photo }
  newLayer(document as Document, 'background')
  const { projects, separate, said } = setup({ store: storeWith({ read: async () => ({ ...record, document }) }) })
  await projects.restore('mine')
  expect([said, separate.mock.calls.length]).toEqual([[], 1])
})

it('a project without one of its fonts opens, and a toast names the font', async () => {
  const read = async () => ({ ...record, fonts: [{ name: 'My Poster', part: '0'.repeat(64) }] })
  const { session, projects } = setup({ store: storeWith({ read }) })
  const toast = vi.spyOn(session.notices, 'toast')
  await projects.restore('mine')
  expect(stateHash(snapshotOf(session))).toBe(stateHash(project.document))
  expect(toast.mock.lastCall?.[0].detail).toMatch(/missing or damaged: My Poster/)
})

it('a font that is missing in a project is not reported if the user has imported it', async () => {
  const part = '1'.repeat(64)
  listFont({ id: ownId(part), name: 'My Poster', weights: [400], blob: new Blob() })
  onTestFinished(forgetFonts)
  const read = async () => ({ ...record, fonts: [{ name: 'My Poster', part }] })
  const { session, projects } = setup({ store: storeWith({ read }) })
  const toast = vi.spyOn(session.notices, 'toast')
  await projects.restore('mine')
  expect(session.doc.photo).toEqual(project.document.photo)
  expect(toast).not.toHaveBeenCalled()
})

it('saving a project preserves a font that the browser rejects', async () => {
  onTestFinished(forgetFonts)
  const blob = new Blob(['no font'])
  const part = await sha256(new Uint8Array(await blob.arrayBuffer()))
  const document = structuredClone(project.document) as Document
  newLayer(document, 'text', { fontFamily: ownId(part) })
  const withFont = { ...project, document, fonts: [{ name: 'My Poster', part }] }
  const opened = await writeProjectFile(withFont, new Map([...parts, [part, blob]]))
  const { projects, save } = setup()
  await projects.openFile(new File([opened], 'cat.midground'))
  await projects.saveFile()
  const [saved] = save.mock.calls[0]!
  expect(Buffer.compare(await saved.bytes(), await opened.bytes())).toBe(0)
})

it('saving an opened project without changes writes the bytes of the opened file', async () => {
  const { projects, save } = setup()
  await projects.openFile(new File([file], 'cat.midground'))
  await projects.saveFile()
  const [saved, name] = save.mock.calls[0]!
  expect(name).toBe('cät.midground')
  expect(Buffer.compare(new Uint8Array(await saved.arrayBuffer()), bytes)).toBe(0)
})

it('in browsers that discard downloads, a project counts as saved only after it was shared', async () => {
  const share = vi.fn(async (_: File) => {})
  const save = vi.fn()
  const { session, projects, said } = setup({
    targets: { save, dropsDownloads: true, copy: null, share, isPressed: () => true },
  })
  await projects.openFile(new File([file], 'cat.midground'))
  session.ui.downloadedVersion = null
  share.mockRejectedValueOnce(new DOMException('closed', 'AbortError'))
  await projects.saveFile()
  expect([session.ui.downloadedVersion, session.ui.status?.text]).toEqual([null, undefined])
  await projects.saveFile()
  expect(share.mock.lastCall?.[0].name).toBe('cät.midground')
  expect(session.ui.downloadedVersion).toBe(session.history.state.version)
  expect([session.ui.status?.text, said, save.mock.calls]).toEqual(['Shared!', [], []])
})

it.each([
  ['a truncated file', bytes.slice(0, bytes.length >> 1)],
  ['a file with a changed bit', bytes.with(bytes.length >> 1, bytes[bytes.length >> 1]! ^ 1)],
])('opening %s fails without changing the open document', async (_, damaged) => {
  const { session, projects, said, bitmaps } = setup()
  const complaints = vi.spyOn(console, 'error')
  const before = stateOf(session)
  await projects.openFile(new File([damaged], 'bad.midground'))
  expect(said).toHaveLength(1)
  expect(stateOf(session)).toEqual(before)
  expect(bitmaps()).toBe(0)
  expect(complaints).not.toHaveBeenCalled()
})

it('a project file opened while another project is opening replaces that other project', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  let decodes = 0
  const { session, projects, adopt, said, bitmaps } = setup()
  const { photo } = project.document
  const named = (name: string) => ({ ...project, document: { ...project.document, photo: { ...photo!, name } } })
  const files = await Promise.all(['first.jpg', 'second.jpg'].map((name) => writeProjectFile(named(name), parts)))
  const slow = new File([files[0]!], 'first.midground')
  const { arrayBuffer } = slow
  slow.arrayBuffer = async () => {
    decodes++
    await gate
    return arrayBuffer.call(slow)
  }
  const opening = projects.openFile(slow)
  const newer = projects.openFile(new File([files[1]!], 'second.midground'))
  open()
  expect(await Promise.all([opening, newer])).toEqual([false, true])
  expect(decodes).toBe(1)
  expect(session.doc.photo?.name).toBe('second.jpg')
  expect(adopt).toHaveBeenCalledOnce()
  expect(session.ui.status?.text).toBe('Project opened!')
  expect(said).toEqual([])
  expect(bitmaps()).toBeGreaterThan(0)
})
