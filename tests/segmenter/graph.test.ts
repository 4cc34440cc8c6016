import { memory, tensor } from '@tensorflow/tfjs'
import { expect, it } from 'vitest'
import { fuseGelu, GELU, type GraphNode } from '#client/media/segmenter/worker/fusedGelu.ts'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'
import { convertOnnx } from '../../scripts/models/convert.ts'
import { onnxFile, type Part } from './onnxFile.ts'

/**
 * Creates forty additions, each of the previous result and the first input: several steps, and a tensor that outlives
 * them.
 */
async function longNetwork() {
  const nodes: Part[] = Array.from({ length: 40 }, (_, i) => ({
    op: 'Add',
    inputs: [i === 0 ? 'photo' : `sum ${i - 1}`, 'photo'],
    output: `sum ${i}`,
  }))
  const { graphs, weights } = convertOnnx(onnxFile([1, 3], nodes))
  return loadGraph([new Uint8Array(Buffer.from(JSON.stringify(graphs[0]!.json(['w'])))), weights])
}

it('runs in steps, reports progress and keeps only its output tensor', async () => {
  const graph = await longNetwork()
  const image = tensor([1, 2, 3], [1, 3])
  const before = memory().numTensors
  const seen: number[] = []
  const [answer] = await graph.run({ image }, ['mask'], (done) => void seen.push(done))
  expect(Array.from(answer!.dataSync())).toEqual([41, 82, 123])
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.at(-1)).toBe(1)
  expect(memory().numTensors).toBe(before + 1)
})

it('stops between two steps on request and leaks no tensor', async () => {
  const graph = await longNetwork()
  const image = tensor([1, 2, 3], [1, 3])
  const before = memory().numTensors
  const stop = () => {
    throw new Error('enough')
  }
  await expect(graph.run({ image }, ['mask'], stop)).rejects.toThrow('enough')
  expect(memory().numTensors).toBe(before)
})

it('lists the nodes that depend on some inputs only, and computes the rest from their tensors', async () => {
  const { graphs, weights } = convertOnnx(
    onnxFile(
      [1, 2],
      [
        { op: 'Add', inputs: ['photo', 'photo'], output: 'twice' },
        { op: 'Mul', inputs: ['twice', 'twice'], output: 'square' },
        { op: 'Mul', inputs: ['square', 'twice'], output: 'cube' },
        { op: 'Add', inputs: ['cube', 'photo'], output: 'sum' },
      ],
    ),
  )
  const graph = await loadGraph([new Uint8Array(Buffer.from(JSON.stringify(graphs[0]!.json(['w'])))), weights])
  expect(graph.nodesAfter(['image'])).toEqual([])
  const names = graph.nodesAfter(['t_twice'])
  expect(names).toEqual(['t_cube'])

  const image = tensor([1, 2], [1, 2])
  const twice = tensor([2, 4], [1, 2])
  const before = memory().numTensors
  const [cube] = await graph.run({ t_twice: twice }, names)
  expect([...cube!.dataSync()]).toEqual([8, 64])
  const [whole] = await graph.run({ image }, ['mask'])
  const [continued] = await graph.run({ image, t_cube: cube! }, ['mask'])
  expect([...whole!.dataSync()]).toEqual([9, 66])
  expect([...continued!.dataSync()]).toEqual([9, 66])
  const given = tensor([100, 200], [1, 2])
  const [other] = await graph.run({ image, t_cube: given }, ['mask'])
  expect([...other!.dataSync()]).toEqual([101, 202])
  for (const one of [cube, whole, continued, given, other]) one!.dispose()
  expect(memory().numTensors).toBe(before)
})

it("finds the converter's GELU", () => {
  const nodes: Part[] = [
    { op: 'Div', inputs: ['photo', 'root'], output: 'quotient' },
    { op: 'Erf', inputs: ['quotient'], output: 'error' },
    { op: 'Add', inputs: ['error', 'one'], output: 'twice' },
    { op: 'Mul', inputs: ['photo', 'twice'], output: 'product' },
    { op: 'Mul', inputs: ['product', 'half'], output: 'gelu' },
  ]
  const weights = Object.entries({ root: Math.SQRT2, one: 1, half: 0.5 }).map(([name, value]) => ({
    name,
    shape: [],
    values: [value],
  }))
  const json = convertOnnx(onnxFile([1, 5], nodes, weights)).graphs[0]!.json([])
  const graph: GraphNode[] = JSON.parse(JSON.stringify(json.modelTopology.node))
  const fused = fuseGelu(graph, { weights: json.weightsManifest.flatMap((group) => group.weights), outputs: ['mask'] })
  expect(fused.filter(({ op }) => op !== 'Const')).toMatchObject([
    { op: 'Placeholder', name: 't_photo' },
    { op: GELU, name: 't_gelu', input: ['t_photo', 't_gelu_3', 't_gelu_1'] },
    { op: 'Identity', name: 'mask', input: ['t_gelu'] },
  ])
})
