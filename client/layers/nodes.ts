/**
 * All kinds with their `createNode`. Separate from the registry, because this module imports PixiJS, which an editor
 * without a photo doesn't load.
 */
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { CreateNode } from '#client/render/kind.ts'
import { type KindName, type Kinds, kinds, type LayerNamed } from './registry.ts'

type PaintedKinds = { readonly [K in KindName]: Kinds[K] & { createNode: CreateNode<Immutable<LayerNamed<K>>> } }

const nodes = import.meta.glob<CreateNode>('./*/node.ts', { eager: true, import: 'createNode' })

export const paintedKinds = Object.fromEntries(
  Object.entries(kinds).map(([name, kind]) => [name, { ...kind, createNode: nodeOf(name) }]),
) as PaintedKinds

function nodeOf(name: string): CreateNode {
  const createNode = nodes[`./${name}/node.ts`]
  if (!createNode) throw new Error(`layers/${name}/node.ts exports no createNode`)
  return createNode
}
