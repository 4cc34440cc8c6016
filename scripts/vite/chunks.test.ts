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

it('the build groups the modules of the opening editor into three chunks', () => {
  const places = Object.fromEntries(editorFiles(modules, PAGES))
  const opening = { editor: 'editor', canvas: 'editor', menu: 'common', react: 'editor' }
  expect(places).toEqual({ ...opening, graphics: 'graphics', shaders: 'graphics' })
})

it("the chunks of the opening editor don't contain the modules of a panel", () => {
  expect(editorFiles(modules, PAGES).has('slider')).toBe(false)
})

it("opening the editor doesn't preload files that every page has already loaded", () => {
  const files = [
    'assets/rolldown-runtime-WkwZ5CU-.js',
    'assets/start-xUR0ivVn.js',
    'assets/editor-a1.js',
    'assets/editor.css',
  ]
  expect(notYetLoaded('EditorPage.js', files, { hostType: 'js' })).toEqual(['assets/editor-a1.js', 'assets/editor.css'])
  expect(notYetLoaded('index.html', files, { hostType: 'html' })).toEqual(files)
})
