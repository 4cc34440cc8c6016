/** All actions that change a document, for random tests: fields, tools, keys, flows, undo and redo. */

import type { CommandGroup } from '#client/editor/commands/command.ts'
import type { PointerInput } from '#client/editor/tools/tool.ts'
import { features } from '#client/features/registry.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { clampField, commitTyped, defaults, type Field, type Fields, isHex } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import {
  addLayer,
  duplicateLayer,
  hideLayer,
  lockLayer,
  mayAddLayers,
  placeLayer,
  removeLayer,
  renameLayer,
} from '#client/layers/actions.ts'
import { type KindName, kindOf, kinds } from '#client/layers/registry.ts'
import { restackLayer } from '#client/layers/restack.ts'
import { colorBackdropFields, gradientFields, imageBackdropFields } from '#client/model/document/backdrop.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import type { HeadlessEditor } from './headlessEditor.ts'

/** Random edits of the fuzz test, by name. */
export type Actions = Readonly<Record<string, (editor: HeadlessEditor) => void | Promise<void>>>

/** Random actions that the folders of features add. */
const OF_FEATURES = import.meta.glob<Actions>('../../client/features/*/fuzz.testing.ts', {
  eager: true,
  import: 'actions',
})

const ADDED = (Object.keys(kinds) as KindName[]).filter((name) => ['placed', 'clones'].includes(kinds[name].slot))
/** Commands of these groups don't change the document, or use the network. Undo and redo are separate actions. */
const OTHER_GROUPS: readonly CommandGroup[] = ['Edit', 'Project', 'View', 'Settings', 'Help']
const KEYS = features.commands.all.filter(({ group }) => !OTHER_GROUPS.includes(group)).flatMap(({ keys }) => keys)
const TYPED = ['', '0', '-1', '8', '11.5', '1e9', '-1e9', '0x50', '50%', 'NaN', '  7 ', '#fff', 'ёлка', '1e-7']
const COLORS = ['#fff', '#123456', '#ABCDEF', 'red', '#ffff', '']
/** Maximum number of layers, because more would only slow the test down. */
const MAX_LAYERS = 40

export const ACTIONS: Actions = {
  ...Object.assign({}, ...Object.values(OF_FEATURES)),
  'adds a layer': ({ session, pick }) => {
    const kind = pick(ADDED)
    if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
    const items = Object.entries<Field>(kinds[kind].fields).flatMap(([name, field]) =>
      field.type === 'list' ? [[name, field.example]] : [],
    )
    addLayer(session, kind, { ...Object.fromEntries(items), opacity: 1e9, rotation: 'x' })
    if (session.doc.order.length > MAX_LAYERS) removeLayer(session, ...session.doc.order.slice(0, MAX_LAYERS / 2))
  },
  'types into a field': (editor) => {
    const { session, pick } = editor
    const [id, name, field, record] = anyField(editor)
    const value =
      field.type === 'number' ? commitTyped(field, pick(TYPED), record[name] as number) : randomValue(editor, field)
    session.history.transact(field.label, () => Object.assign(record, { [name]: value }), `${id}.${name}`)
  },
  'drags a slider': (editor) => {
    const { session, chance } = editor
    const [, name, field, record] = anyField(editor)
    const gesture = session.history.begin(field.label)
    for (let i = 0; i < 3; i++) record[name] = randomValue(editor, field)
    if (chance(0.2)) gesture.cancel()
    else gesture.commit()
  },
  'selects layers': ({ session, ids, chance }) => select(session.ui, ...ids().filter(() => chance(0.15))),
  'opens a tab': ({ session, pick, chance }) => {
    session.ui.panel = pick(features.panels.tabs).id
    session.ui.draw.isOn = chance(0.7)
    session.ui.draw.tool = pick(['pencil', 'eraser'])
    session.ui.draw.size = pick([1, 20, 500])
  },
  'moves the pointer': ({ tools, between, chance, pick }) => {
    const input = (): PointerInput => {
      const sample = { at: { x: between(-50, 850), y: between(-50, 650) }, pressure: between(0, 1), timeMs: 0 }
      const keys = { shift: chance(0.2), alt: chance(0.2), rotate: chance(0.1), scale: chance(0.1) }
      return { ...sample, type: pick(['mouse', 'pen', 'touch']), keys, samples: [sample] }
    }
    tools.hover(input().at)
    tools.down(input())
    for (let i = 0; i < 4; i++) tools.move(input())
    if (chance(0.15)) tools.cancel()
    else tools.up()
  },
  pinches: ({ tools, between, chance }) => {
    const place = (): Point => ({ x: between(0, 800), y: between(0, 600) })
    for (let i = 0; i < 4; i++) tools.pinch(place(), place())
    if (chance(0.2)) tools.cancel()
    else tools.up()
  },
  'presses a key': ({ key, pick, chance }) => void key(pick(KEYS), chance(0.2)),
  'reorders a layer': ({ session, ids, pick, between }) =>
    restackLayer(session, pick(ids()), Math.floor(between(-2, MAX_LAYERS))),
  'moves a layer behind or in front of the subject': ({ session, ids, pick }) =>
    placeLayer(session, pick(ids()), pick(['background', 'foreground'])),
  'hides or shows': ({ session, ids, pick, chance }) => hideLayer(session, pick(ids()), chance(0.5)),
  'locks or unlocks': ({ session, ids, pick, chance }) => lockLayer(session, pick(ids()), chance(0.3)),
  'renames a layer': ({ session, ids, pick }) => renameLayer(session, pick(ids()), pick(TYPED)),
  'duplicates a layer': ({ session, ids, pick }) => void duplicateLayer(session, pick(ids()), pick(ids())),
  'deletes a layer': ({ session, ids, pick }) => removeLayer(session, pick(ids())),
  'switches the background gradient': ({ session: { doc, history }, chance }) => {
    const { backdrop } = doc
    if (backdrop.type !== 'color') return
    history.transact('Gradient', () => {
      if (chance(0.7)) backdrop.gradient = defaults(gradientFields)
      else delete backdrop.gradient
    })
  },
  undoes: ({ key, pick }) => {
    for (let i = pick([1, 2, 5]); i > 0; i--) key('Mod+Z')
  },
  redoes: ({ key, pick }) => {
    for (let i = pick([1, 2, 5]); i > 0; i--) key('Mod+Y')
  },
}

/** Returns a random field of a layer, the subject or the background: its owner, name, definition and record. */
function anyField({
  session,
  ids,
  pick,
}: HeadlessEditor): [owner: string, name: string, field: Field, record: Record<string, unknown>] {
  const { backdrop } = session.doc
  const tables: [string, Fields, object][] = ids().flatMap((id: LayerId) => {
    const layer = session.doc.layers[id]
    return layer ? leaves(id, kindOf(layer.kind).fields, layer) : []
  })
  if (backdrop.type === 'color') tables.push(['backdrop', colorBackdropFields, backdrop])
  if (backdrop.type === 'color' && backdrop.gradient)
    tables.push(['backdrop.gradient', gradientFields, backdrop.gradient])
  if (backdrop.type === 'image') tables.push(...leaves('backdrop', imageBackdropFields, backdrop))
  const [owner, fields, record] = pick(tables.filter(([, fields]) => editableNames(fields).length > 0))
  const name = pick(editableNames(fields))
  return [owner, name, fields[name] as Field, record as Record<string, unknown>]
}

/** Returns a record and its nested groups, each with its field table. */
const leaves = (owner: string, fields: Fields, record: object): [string, Fields, object][] => [
  [owner, fields, record],
  ...Object.entries(fields).flatMap(([name, field]) =>
    field.type === 'group' ? leaves(`${owner}.${name}`, field.fields, record[name as keyof typeof record]) : [],
  ),
]

/** Returns the names of the fields that have a control. Groups and lists have none. */
const editableNames = (fields: Fields) =>
  Object.keys(fields).filter((name) => !['group', 'list'].includes(fields[name]?.type ?? ''))

/** Returns a random value that the field's control could set. */
function randomValue({ between, chance, pick }: HeadlessEditor, field: Field): unknown {
  switch (field.type) {
    case 'number':
      return clampField(
        field,
        pick([between(field.min, field.max), between(-1e6, 1e6), field.min, field.max, Number.NaN]),
      )
    case 'flag':
      return chance(0.5)
    case 'color':
      return pick(COLORS.filter(isHex))
    case 'choice':
      return pick(field.options)
    case 'string':
      return pick(TYPED)
    default:
      throw new Error(`no control writes a ${field.type}`)
  }
}
