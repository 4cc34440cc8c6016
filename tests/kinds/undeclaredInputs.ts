/** Tests that a kind's `inputs` are complete: changes every document value that its node reads. */
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { difference } from '../helpers/gpu.ts'
import { freshShot, nodeOf, type Stage, shotOf, WHOLE } from './stage.ts'
import type { PaintedKind } from './testedKind.ts'

type Path = readonly string[]

/** Returns messages about values that change the image even though the kind's `inputs` don't change. */
export async function undeclaredInputs(stage: Stage, kind: PaintedKind, layer: LayerBase): Promise<string[]> {
  const doc = stage.documentOf(layer)
  const inputs = (of: DocumentSnapshot) => kind.inputs?.(of) ?? []
  if (!sameItems(inputs(doc), inputs(doc))) return ['its inputs change at each call, so it is painted in every frame']
  const before = await freshShot(stage, kind, layer)
  const complaints: string[] = []
  for (const path of await pathsRead(stage, kind, layer, doc))
    for (const value of alternatives(valueAt(doc, path), stage)) {
      const changed = withValue(doc, path, value) as DocumentSnapshot
      if (!sameItems(inputs(doc), inputs(changed))) continue
      const after = await shotOf(stage, kind, layer, {}, changed)
      if (difference(before.data, after.data).count > 0)
        complaints.push(`it reads ${path.join('.')}, which its inputs do not contain`)
    }
  return [...new Set(complaints)]
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]) =>
  a.length === b.length && a.every((item, i) => Object.is(item, b[i]))

/** Returns the paths of all document values that an update of the node reads, except those of the layer itself. */
async function pathsRead(stage: Stage, kind: PaintedKind, layer: LayerBase, doc: DocumentSnapshot): Promise<Path[]> {
  const read = new Map<string, Path>()
  const watched = (value: object, path: Path): object =>
    new Proxy(value, {
      get(target, name) {
        const item: unknown = Reflect.get(target, name)
        if (typeof name !== 'string' || typeof item === 'function') return item
        const at = [...path, name]
        if (at[0] === 'layers' && at[1] === layer.id) return item
        if (typeof item === 'object' && item !== null) return watched(item, at)
        if (Object.hasOwn(target, name)) read.set(at.join('.'), at)
        return item
      },
    })
  const node = nodeOf(stage, kind)
  const frame = { region: WHOLE, scale: 1, isDraft: false }
  await node.update(layer as never, frame, watched(doc, []) as DocumentSnapshot)
  node.destroy()
  return [...read.values()]
}

/** Returns other valid values of the same type, or none for a value that names a type. */
function alternatives(value: unknown, { others }: Stage): unknown[] {
  if (typeof value === 'number') return [value + 7, value * 2 + 1]
  if (typeof value === 'boolean') return [!value]
  if (typeof value !== 'string') return []
  const other = others.get(value)
  if (other) return [other]
  if (value === 'background' || value === 'foreground') return [value === 'background' ? 'foreground' : 'background']
  return value.startsWith('#') ? ['#19c37d'] : []
}

const valueAt = (from: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], from)

/** Returns a copy with a different value at the path. All other objects are shared, as in snapshots. */
function withValue(from: unknown, [name, ...rest]: Path, value: unknown): unknown {
  if (name === undefined) return value
  const copy: Record<string, unknown> = Object.assign(Array.isArray(from) ? [] : {}, from)
  copy[name] = withValue(copy[name], rest, value)
  return copy
}
