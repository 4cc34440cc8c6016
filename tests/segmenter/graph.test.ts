import { readFile } from 'node:fs/promises'
import { memory, tensor } from '@tensorflow/tfjs'
import { expect, it } from 'vitest'
import { GELU } from '#client/media/segmenter/worker/gelu.ts'
import { loadGraph } from '#client/media/segmenter/worker/steppedGraph.ts'

/** Returns a graph of nodes with two inputs. The input `image` has two numbers. The last node is the output `mask`. */
function graphOf(nodes: readonly [name: string, op: string, inputs: string[]][]) {
  const shape = { dim: [{ size: '1' }, { size: '2' }] }
  const float = { type: 'DT_FLOAT' }
  const node = [
    { name: 'image', op: 'Placeholder', attr: { dtype: float, shape: { shape } } },
    ...nodes.map(([name, op, input]) => ({ name, op, input, attr: { T: float } })),
    { name: 'mask', op: 'Identity', input: [nodes.at(-1)![0]], attr: { T: float } },
  ]
  const described = (name: string) => ({ name: `${name}:0`, dtype: 'DT_FLOAT', tensorShape: shape })
  const json = {
    format: 'graph-model',
    signature: { inputs: { image: described('image') }, outputs: { mask: described('mask') } },
    modelTopology: { node, library: {}, versions: { producer: 1 } },
    weightsManifest: [],
  }
  return loadGraph([new TextEncoder().encode(JSON.stringify(json))])
}

/** Returns a network that adds its input 40 times. It runs in several steps, which all read the input's tensor. */
const longNetwork = () =>
  graphOf(Array.from({ length: 40 }, (_, i) => [`sum${i}`, 'AddV2', [i === 0 ? 'image' : `sum${i - 1}`, 'image']]))

it('a graph reports its steps and leaves only its output tensor in memory', async () => {
  const graph = await longNetwork()
  const image = tensor([1, 2], [1, 2])
  const before = memory().numTensors
  const seen: number[] = []
  const [answer] = await graph.run({ image }, ['mask'], (done) => void seen.push(done))
  expect(Array.from(answer!.dataSync())).toEqual([41, 82])
  expect(seen.length).toBeGreaterThan(2)
  expect(seen.at(-1)).toBe(1)
  expect(memory().numTensors).toBe(before + 1)
})

it('an aborted graph stops between two steps without leaking tensors', async () => {
  const graph = await longNetwork()
  const image = tensor([1, 2], [1, 2])
  const before = memory().numTensors
  const stop = () => {
    throw new Error('enough')
  }
  await expect(graph.run({ image }, ['mask'], stop)).rejects.toThrow('enough')
  expect(memory().numTensors).toBe(before)
})

it('nodesAfter returns the nodes that must still be computed from the given tensors', async () => {
  const graph = await graphOf([
    ['twice', 'AddV2', ['image', 'image']],
    ['square', 'Mul', ['twice', 'twice']],
    ['cube', 'Mul', ['square', 'twice']],
    ['sum', 'AddV2', ['cube', 'image']],
  ])
  expect(graph.nodesAfter(['image'])).toEqual([])
  const names = graph.nodesAfter(['twice'])
  expect(names).toEqual(['cube'])

  const image = tensor([1, 2], [1, 2])
  const twice = tensor([2, 4], [1, 2])
  const before = memory().numTensors
  const [cube] = await graph.run({ twice }, names)
  expect([...cube!.dataSync()]).toEqual([8, 64])
  const [whole] = await graph.run({ image }, ['mask'])
  const [continued] = await graph.run({ image, cube: cube! }, ['mask'])
  expect([...whole!.dataSync()]).toEqual([9, 66])
  expect([...continued!.dataSync()]).toEqual([9, 66])
  const given = tensor([100, 200], [1, 2])
  const [other] = await graph.run({ image, cube: given }, ['mask'])
  expect([...other!.dataSync()]).toEqual([101, 202])
  for (const one of [cube, whole, continued, given, other]) one!.dispose()
  expect(memory().numTensors).toBe(before)
})

it('a GELU without a custom kernel is computed by operations of the backend', async () => {
  const graph = await graphOf([['gelu', GELU, ['image', 'image', 'image']]])
  const image = tensor([1, 2], [1, 2])
  const before = memory().numTensors
  const [answer] = await graph.run({ image }, ['mask'])
  const expected = [1, 2].map((x) => x / (1 + Math.exp(-(x ** 3 + x) * x)))
  for (const [i, value] of answer!.dataSync().entries()) expect(value).toBeCloseTo(expected[i]!, 6)
  expect(memory().numTensors).toBe(before + 1)
})

it("the graph of SAM's encoder has 23 GELUs", async () => {
  const { models } = JSON.parse(await readFile('build/models/manifest.json', 'utf8'))
  const encoder = models.find(({ id }: { id: string }) => id === 'mobilesam-encoder')
  const json = JSON.parse(await readFile(`build/models/${encoder.files[0].url}`, 'utf8'))
  const { node } = json.modelTopology
  expect(node.filter(({ op }: { op: string }) => op === GELU)).toHaveLength(23)
})
