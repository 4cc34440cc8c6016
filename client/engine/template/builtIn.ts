/**
 * The built-in templates, which are project files without a photo in `built-in/`. This module loads when a template is
 * used.
 */
import { t } from '#client/kit/i18n/translate.ts'
import { parseProject } from '../project-file/parseProject.ts'
import type { Template } from './applyTemplate.ts'

const FILES = import.meta.glob<unknown>('./built-in/*.json', { eager: true, import: 'default' })

/** The built-in templates by id, with text in English. */
export const BUILT_IN: ReadonlyMap<string, Template & { name: string }> = new Map(
  Object.entries(FILES).map(([path, raw]) => {
    const id = path.slice('./built-in/'.length, -'.json'.length)
    const project = parseProject(raw)
    if (!project.ok) throw new Error(`the template ${id} is ${project.error}`)
    return [id, project.value]
  }),
)

/** Returns a built-in template with text and layer names in the interface language. Null if the id is unknown. */
export function builtInTemplate(id: string): Template | null {
  const template = BUILT_IN.get(id)
  if (!template) return null
  const { document, ...rest } = template
  const layers = Object.entries(document.layers).map(([id, layer]) => [
    id,
    { ...layer, ...(layer.name && { name: t(layer.name) }), ...('text' in layer && { text: t(String(layer.text)) }) },
  ])
  return { ...rest, document: { ...document, layers: Object.fromEntries(layers) } }
}
