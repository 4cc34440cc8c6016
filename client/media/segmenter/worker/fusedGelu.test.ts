import { expect, it } from 'vitest'
import { fuseGelu, GELU, type GraphNode } from './fusedGelu.ts'

/** The six nodes that our converter writes, between a node that computes x and one that reads the result. */
const CHAIN: GraphNode[] = [
  { name: 'image', op: 'Placeholder' },
  { name: 'cubic', op: 'Const' },
  { name: 'linear', op: 'Const' },
  { name: 'x', op: 'Relu', input: ['image'] },
  { name: 'square', op: 'Square', input: ['x'] },
  { name: 'cubed', op: 'Mul', input: ['square', 'cubic'] },
  { name: 'slope', op: 'AddV2', input: ['cubed', 'linear'] },
  { name: 'bend', op: 'Mul', input: ['slope', 'x'] },
  { name: 'gate', op: 'Sigmoid', input: ['bend'] },
  { name: 'gelu', op: 'Mul', input: ['x', 'gate'] },
  { name: 'out', op: 'Relu', input: ['gelu'] },
]

const withNode = (name: string, change: Partial<GraphNode>): GraphNode[] =>
  CHAIN.map((node) => (node.name === name ? { ...node, ...change } : node))

it('replaces the chain by one node in the place of the last', () => {
  const fused = fuseGelu(CHAIN)
  expect(fused.map(({ name }) => name)).toEqual(['image', 'cubic', 'linear', 'x', 'gelu', 'out'])
  expect(fused[4]).toEqual({ name: 'gelu', op: GELU, input: ['x', 'cubic', 'linear'] })
})

it.each([
  ['an intermediate result is read elsewhere', withNode('out', { input: ['gelu', 'gate'] })],
  ['another value is squared', withNode('square', { input: ['image'] })],
  ['another value is multiplied with the slope', withNode('bend', { input: ['slope', 'image'] })],
  ['another value is gated', withNode('gelu', { input: ['image', 'gate'] })],
  ['the factor is no constant', withNode('cubic', { op: 'Placeholder' })],
  ['the gate is another function', withNode('gate', { op: 'Tanh' })],
  ['the slope is multiplied', withNode('slope', { op: 'Mul' })],
])('keeps the nodes when %s', (_, nodes) => {
  expect(fuseGelu(nodes)).toEqual(nodes)
})
