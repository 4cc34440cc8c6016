/** A converted TensorFlow.js network that runs in steps, so that the worker can receive messages between the steps. */
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { io, type NamedTensorMap, type Tensor } from '@tensorflow/tfjs-core'
import { concatBytes } from '#client/kit/bytes/bytes.ts'
import { GELU, GELU_OPERATIONS } from './gelu.ts'

export type Graph = ReturnType<typeof steppedGraph>

/**
 * Loads a network for the running backend. `files`: the model's JSON, then its weights. The JSON may contain small
 * weights. `nodesPerStep`: number of nodes that a run computes before it calls `onStep`.
 */
export async function loadGraph(
  files: readonly Uint8Array<ArrayBuffer>[],
  nodesPerStep = NODES_PER_STEP,
): Promise<Graph> {
  const artifacts = modelArtifacts(files)
  const model = await loadGraphModel(io.fromMemory(artifacts))
  return steppedGraph(model, artifacts.modelTopology as Topology, artifacts.signature as Signature, nodesPerStep)
}

/**
 * Returns the files of a model in the form that TensorFlow.js expects. `files`: the model's JSON, then its weights.
 * @throws if there are no files, or if the first isn't the JSON of a model
 */
export function modelArtifacts(files: readonly Uint8Array<ArrayBuffer>[]): io.ModelArtifacts {
  const [json, ...shards] = files
  if (!json) throw new Error('the model has no files')
  const { modelTopology, weightsManifest, signature = {} } = JSON.parse(new TextDecoder().decode(json)) as io.ModelJSON
  const weightSpecs = weightsManifest.flatMap((group) => group.weights)
  const inline = weightsManifest.flatMap((group) => group.paths).filter((path) => path.startsWith('data:'))
  const weightData = concatBytes([...shards, ...inline.map(decodeDataUrl)]).buffer
  return { modelTopology, weightSpecs, weightData, signature }
}

interface Topology {
  /** Nodes in topological order. */
  node: { name: string; op: string; input?: string[] }[]
}

interface Signature {
  inputs: Record<string, { name: string }>
  outputs: Record<string, { name: string }>
}

/** Number of nodes per step. The longest step takes about 0.1 s on WASM. */
const NODES_PER_STEP = 12

interface Step {
  nodes: string[]
  inputs: string[] // Names of tensors from earlier steps, or of inputs of the graph.
  outputs: string[] // Names of tensors for later steps, or of outputs of the graph.
}

/** Returns the name of the node that computes a tensor. */
const nodeName = (tensorName: string): string => tensorName.split(':')[0] ?? tensorName

function steppedGraph(model: GraphModel, { node: nodes }: Topology, signature: Signature, nodesPerStep: number) {
  const inputNodes = new Map(Object.entries(signature.inputs).map(([name, input]) => [name, nodeName(input.name)]))
  const stepPlans = new Map<string, Step[]>()
  const constant = subgraph(nodes, [])
  const constantTensors = evaluateNodes(model, constant.read)

  return {
    /**
     * Runs the network. `inputs`: tensors by the signature's names or by node names. A node whose tensor is given is
     * not computed. The caller owns `inputs` and the returned tensors. Awaits `onStep` between steps with the fraction
     * of finished steps, 0..1. An error in `onStep` stops the run and frees its tensors.
     */
    async run(
      inputs: Readonly<Record<string, Tensor>>,
      outputs: readonly string[],
      onStep?: (done: number) => void | Promise<void>,
    ): Promise<Tensor[]> {
      const given = Object.keys(inputs).map((name) => inputNodes.get(name) ?? name)
      const key = [...outputs, 'from', ...given].join(' ')
      const steps = stepPlans.get(key) ?? planSteps(nodes, new Set([...constant.all, ...given]), outputs, nodesPerStep)
      stepPlans.set(key, steps)
      const tensors = new Map<string, Tensor>(constantTensors)
      for (const [name, tensor] of Object.entries(inputs)) tensors.set(inputNodes.get(name) ?? name, tensor)
      const disposable = new Set<string>() // names of intermediate tensors that can be freed
      try {
        for (const [i, step] of steps.entries()) {
          const feeds: NamedTensorMap = {}
          for (const name of step.inputs) feeds[name] = tensors.get(name) ?? throwMissing(name)
          for (const [name, tensor] of evaluateNodes(model, step.outputs, feeds)) {
            tensors.set(name, tensor)
            disposable.add(name)
          }
          const stillNeeded = new Set([...outputs, ...steps.slice(i + 1).flatMap((next) => next.inputs)])
          for (const name of disposable)
            if (!stillNeeded.has(name)) {
              tensors.get(name)?.dispose()
              disposable.delete(name)
            }
          await onStep?.((i + 1) / steps.length)
        }
        const answers = outputs.map((name) => tensors.get(name) ?? throwMissing(name))
        for (const name of outputs) disposable.delete(name)
        return answers
      } finally {
        for (const name of disposable) tensors.get(name)?.dispose()
      }
    },
    /** Returns the names of the nodes that depend only on these inputs and whose tensors other nodes read. */
    nodesAfter: (inputs: readonly string[]): string[] =>
      subgraph(nodes, [...constant.all, ...inputs.map((name) => inputNodes.get(name) ?? name)]).read,
  }
}

/**
 * Returns the nodes that depend only on constants and on the `given` nodes. `read`: the returned nodes that other nodes
 * read.
 */
function subgraph(nodes: Topology['node'], given: readonly string[]): { all: Set<string>; read: string[] } {
  const known = new Set([...given, ...nodes.filter((node) => node.op === 'Const').map((node) => node.name)])
  const all = new Set<string>()
  const read = new Set<string>()
  for (const { name, op, input = [] } of nodes) {
    if (op === 'Const' || op === 'Placeholder' || known.has(name)) continue
    const from = input.map(nodeName)
    if (from.every((maker) => all.has(maker) || known.has(maker))) all.add(name)
    else for (const maker of from) if (all.has(maker)) read.add(maker)
  }
  return { all, read: [...read] }
}

function evaluateNodes(model: GraphModel, names: readonly string[], feeds: NamedTensorMap = {}): Map<string, Tensor> {
  if (names.length === 0) return new Map()
  const made = model.execute(feeds, [...names])
  return new Map((Array.isArray(made) ? made : [made]).map((tensor, i) => [names[i] ?? '', tensor]))
}

/** Divides the nodes into steps. `known`: names of nodes whose tensors are available, in addition to the constants. */
function planSteps(
  nodes: Topology['node'],
  known: ReadonlySet<string>,
  outputs: readonly string[],
  nodesPerStep: number,
): Step[] {
  const inputsOf = new Map(nodes.map((node) => [node.name, (node.input ?? []).map(nodeName)]))
  const needed = new Set(outputs)
  for (const { name } of [...nodes].reverse())
    if (needed.has(name) && !known.has(name)) for (const input of inputsOf.get(name) ?? []) needed.add(input)
  const constants = new Set(nodes.filter((node) => node.op === 'Const').map((node) => node.name))
  const computed = nodes.filter(
    ({ name, op }) => needed.has(name) && op !== 'Const' && op !== 'Placeholder' && !known.has(name),
  )
  const steps: Step[] = []
  for (let at = 0; at < computed.length; ) {
    const names: string[] = []
    for (let count = 0; at < computed.length && count < nodesPerStep; at++) {
      names.push(computed[at]?.name ?? '')
      count += computed[at]?.op === GELU ? GELU_OPERATIONS : 1
    }
    const inside = new Set(names)
    const outside = names.flatMap((name) => inputsOf.get(name) ?? [])
    const inputs = new Set(outside.filter((name) => !inside.has(name) && !constants.has(name)))
    steps.push({ nodes: names, inputs: [...inputs], outputs: [] })
  }
  for (const [i, step] of steps.entries()) {
    const stillNeeded = new Set([...outputs, ...steps.slice(i + 1).flatMap((next) => next.inputs)])
    step.outputs = step.nodes.filter((name) => stillNeeded.has(name))
  }
  return steps
}

const decodeDataUrl = (dataUrl: string): Uint8Array =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))

function throwMissing(name: string): never {
  throw new Error(`the network reads ${name}, which no step has computed`)
}
