import { expect, it } from 'vitest'
import { fuseGelu, GELU, type GraphNode, type GraphParts } from './fusedGelu.ts'

/** GELU as the converter writes it (six nodes), between a node that computes x and a node that reads the result. */
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
  { name: 'gelu', op: 'Mul', input: ['x', 'gate'], attr: { T: { type: 'DT_FLOAT' } } },
  { name: 'out', op: 'Relu', input: ['gelu'] },
]

const PARTS: GraphParts = {
  weights: [
    { name: 'cubic', shape: [1], dtype: 'float32' },
    { name: 'linear', shape: [], dtype: 'float32' },
  ],
  outputs: ['out:0'],
}

const withLinear = (shape: number[], dtype: 'float32' | 'int32'): GraphParts => ({
  ...PARTS,
  weights: PARTS.weights.map((weight) => (weight.name === 'linear' ? { ...weight, shape, dtype } : weight)),
})

const withNode = (name: string, change: Partial<GraphNode>): GraphNode[] =>
  CHAIN.map((node) => (node.name === name ? { ...node, ...change } : node))

it("fuseGelu replaces the chain by one node at the chain's last position", () => {
  const fused = fuseGelu(CHAIN, PARTS)
  expect(fused.map(({ name }) => name)).toEqual(['image', 'cubic', 'linear', 'x', 'gelu', 'out'])
  expect(fused[4]).toMatchObject({ name: 'gelu', op: GELU, input: ['x', 'cubic', 'linear'] })
})

it("fuseGelu replaces a chain whose result is the graph's output", () => {
  const nodes = CHAIN.filter(({ name }) => name !== 'out')
  expect(fuseGelu(nodes, { ...PARTS, outputs: ['gelu'] }).map(({ name }) => name)).not.toContain('gate')
})

it.each([
  ['an intermediate result is read elsewhere', withNode('out', { input: ['gelu', 'gate'] })],
  ['an intermediate result is read elsewhere by its output', withNode('out', { input: ['gelu', 'gate:0'] })],
  ['another value is squared', withNode('square', { input: ['image'] })],
  ['another value is multiplied with the slope', withNode('bend', { input: ['slope', 'image'] })],
  ['another value is gated', withNode('gelu', { input: ['image', 'gate'] })],
  ['the factor is no constant', withNode('cubic', { op: 'Placeholder' })],
  ['the values are integers', withNode('gelu', { attr: { T: { type: 'DT_INT32' } } })],
  ['the gate is another function', withNode('gate', { op: 'Tanh' })],
  ['the slope is multiplied', withNode('slope', { op: 'Mul' })],
])('fuseGelu keeps the nodes when %s', (_, nodes) => {
  expect(fuseGelu(nodes, PARTS)).toEqual(nodes)
})

it.each([
  ['an intermediate result is an output of the graph', { ...PARTS, outputs: ['out:0', 'gate:0'] }],
  ['a constant has several elements', withLinear([6], 'float32')],
  ['a constant has more axes than the values may have', withLinear([1, 1], 'float32')],
  ['a constant is an integer', withLinear([1], 'int32')],
])('fuseGelu keeps the nodes when %s', (_, parts) => {
  expect(fuseGelu(CHAIN, parts)).toEqual(CHAIN)
})
