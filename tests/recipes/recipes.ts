/** The recipes in docs, as edits of the source. Each edit uses code of the recipe's page. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Adds `text` to a file: after the first occurrence of `after`, or at the end of the file. */
export interface Edit {
  file: string
  text: string
  after?: string
}

interface Recipe {
  edits: readonly Edit[]
  /** Text or bytes of the new files by path. */
  files: ReadonlyMap<string, string | Uint8Array>
}

const pageOf = (page: string) => readFileSync(join(ROOT, 'docs', `${page}.md`), 'utf8')

/** Returns the code blocks of a page in docs, without their fences. */
const blocksOf = (page: string): string[] =>
  [...pageOf(page).matchAll(/^ *```\w*\n([\s\S]*?)^ *```/gm)].map(([, code = '']) => code)

/** Returns the page's block that begins with `start`. */
function block(page: string, start: string): string {
  const found = blocksOf(page).find((code) => code.startsWith(start))
  if (found === undefined) throw new Error(`docs/${page}.md has no code block that begins with ${start}`)
  return found
}

/** Returns the page's blocks that are whole files. Their first line is a comment with the file's path. */
const filesOf = (page: string): Map<string, string> =>
  new Map(
    blocksOf(page).flatMap((code) => {
      const [, path, text] = /^\/\/ (\S+)\n((?:import|\/\*\*)[\s\S]*)/.exec(code) ?? []
      return path && text ? [[path, text] as const] : []
    }),
  )

const COMMANDS = 'client/editor/commands/table/layers.ts'
const FEATURES = 'client/features/registry.ts'
const DOCUMENT = 'client/model/document/document.ts'
const FORMATS = 'client/media/exporter/formats/registry.ts'
const STEPS = 'shaders/tune/steps.ts'
const OUTLINE = 'client/editor/shell/EditorOutline.tsx'

/** Returns edits that add these lines to all seven catalogs, the German lines of a page included. */
const catalogueEdits = (lines: string): Edit[] =>
  Object.keys(LANGUAGES)
    .filter((language) => language !== 'en')
    .map((language) => ({ file: `client/kit/i18n/languages/${language}.json`, after: '{\n', text: lines }))

/** Returns edits that add text to all seven catalogues. The English text stands in for its translations. */
const standIns = (...texts: string[]) =>
  catalogueEdits(texts.map((text) => `${JSON.stringify(text)}: ${JSON.stringify(text)},\n`).join(''))

/** The design and thumbnails of the template Poster stand in for the files that the recipe's reader makes. */
const flyerFiles = new Map(
  globSync('client/engine/template/{built-in/poster.json,thumbnails/*/poster.webp}', { cwd: ROOT }).map(
    (path) => [path.replace('poster', 'flyer'), readFileSync(join(ROOT, path))] as const,
  ),
)
const [templateRow = ''] = /\{ id: 'flyer', name: 'Flyer' \},/.exec(pageOf('adding-a-template')) ?? []

export const RECIPES: Readonly<Record<string, Recipe>> = {
  'adding-a-command': {
    edits: [
      { file: COMMANDS, after: 'import {\n', text: '  SquareDashed,\n' },
      { file: COMMANDS, after: "defineCommands('Selection', [\n", text: block('adding-a-command', "  ['invert") },
      { file: COMMANDS, text: block('adding-a-command', 'function invertSelection') },
      ...catalogueEdits(block('adding-a-command', '  "Invert selection"')),
    ],
    files: filesOf('adding-a-command'),
  },
  'adding-a-feature': {
    edits: [
      {
        file: FEATURES,
        text: "import { measure } from './measure/index.ts'\n",
        after: "import { crop } from './crop/index.ts'\n",
      },
      { file: FEATURES, text: 'measure, ', after: 'createFeatureSet([' },
      {
        file: DOCUMENT,
        text: block('adding-a-feature', 'import { type Ruler'),
        after: "import { type MaskEdits, maskEditFields } from './maskEdits.ts'\n",
      },
      { file: DOCUMENT, text: block('adding-a-feature', '  /** The last length'), after: '  motion?: Motion\n' },
      { file: DOCUMENT, text: block('adding-a-feature', '  ruler:'), after: '  motion: { fields: motionFields },\n' },
      ...standIns(
        'Measure',
        'Please upload an image first to measure it',
        'Distance, Length',
        '{length} px',
        'Measured length',
      ),
    ],
    files: filesOf('adding-a-feature'),
  },
  'adding-a-kind': {
    edits: [
      {
        file: 'client/layers/registry.ts',
        after: "import { stickerKind } from './sticker/index.ts'\n",
        text: block('adding-a-kind', 'import { ringKind'),
      },
      {
        file: 'client/layers/registry.ts',
        after: '  sticker: stickerKind,\n',
        text: block('adding-a-kind', '  ring: ringKind'),
      },
      { file: OUTLINE, after: "    ['Draw', Brush],\n", text: block('adding-a-kind', "    ['Rings'") },
      { file: OUTLINE, after: 'import {\n', text: '  Circle,\n' },
      ...standIns('Rings', 'Circles, Hoops', 'Rings around your subject, behind it or in front of it.'),
    ],
    files: filesOf('adding-a-kind'),
  },
  'adding-a-template': {
    edits: [
      { file: 'client/engine/template/gallery.ts', after: 'GalleryEntry[] = [\n', text: templateRow },
      ...standIns('Flyer'),
    ],
    files: flyerFiles,
  },
  'adding-an-enhancement': {
    edits: [
      {
        file: 'shaders/tune/enhancements.ts',
        after: 'ENHANCEMENTS = {\n',
        text: block('adding-an-enhancement', 'warmth:'),
      },
      {
        file: STEPS,
        after: "import { vignette } from './steps/vignette.ts'\n",
        text: "import { warmth } from './steps/warmth.ts'\n",
      },
      { file: STEPS, after: 'TuneStep[] = [', text: 'warmth, ' },
    ],
    files: filesOf('adding-an-enhancement'),
  },
  'adding-an-export-format': {
    edits: [
      {
        file: FORMATS,
        after: '    return ok({ file, scalesWithHeight: !indexed })\n  },\n})\n',
        text: block('adding-an-export-format', '// client/media/exporter/formats/registry'),
      },
      { file: FORMATS, after: 'exportFormats = [', text: 'bmp, ' },
      {
        file: 'client/media/exporter/formats/fixtures/readers.ts',
        after: 'FormatReader>> = {\n',
        text: block('adding-an-export-format', '// client/media/exporter/formats/fixtures/readers'),
      },
    ],
    files: filesOf('adding-an-export-format'),
  },
}
