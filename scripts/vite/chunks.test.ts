import { expect, it } from 'vitest'
import { editorFiles, notYetLoaded } from './chunks.ts'

/** The modules of a test build, each with its static and lazy imports. */
const MODULES: Record<string, [imports: string[], lazily: string[]]> = {
  start: [['react', 'routes'], ['render']],
  render: [['canvas', 'shaders'], []],
  routes: [['react'], ['editor', 'pricing']],
  editor: [
    ['react', 'canvas', 'menu'],
    ['panel', 'graphics'],
  ],
  canvas: [['menu'], []],
  panel: [['canvas', 'slider'], []],
  graphics: [['canvas', 'shaders'], []],
  pricing: [['menu'], []],
}
const PAGES = { start: 'start', editor: 'editor', render: 'render', graphics: 'graphics' }
const modules = {
  getModuleInfo(id: string) {
    const [importedIds, dynamicallyImportedIds] = MODULES[id] ?? [[], []]
    return { importedIds, dynamicallyImportedIds }
  },
}

it('modules of the editor are grouped into three chunks: editor, common and graphics', () => {
  const places = Object.fromEntries(editorFiles(modules, PAGES))
  const opening = { editor: 'editor', canvas: 'editor', menu: 'common', react: 'editor' }
  expect(places).toEqual({ ...opening, graphics: 'graphics', shaders: 'graphics' })
})

it("a panel's chunk contains the panel's own modules", () => {
  expect(editorFiles(modules, PAGES).has('slider')).toBe(false)
})

it('opening the editor preloads no file that every page has already loaded', () => {
  const files = [
    'assets/rolldown-runtime-WkwZ5CU-.js',
    'assets/start-xUR0ivVn.js',
    'assets/editor-a1.js',
    'assets/editor.css',
  ]
  expect(notYetLoaded('EditorPage.js', files, { hostType: 'js' })).toEqual(['assets/editor-a1.js', 'assets/editor.css'])
  expect(notYetLoaded('index.html', files, { hostType: 'html' })).toEqual(files)
})
