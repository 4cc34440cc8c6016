/** A converted network in TensorFlow.js, run in steps: between two of them the worker hears what it is told. */
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { io, type NamedTensorMap, type Tensor } from '@tensorflow/tfjs-core'

export interface Graph {
  /**
   * `inputs` by the signature's names; they stay the caller's, as the answers become it. `onStep` is awaited between
   * steps with the share that is done; what it throws ends the run, and nothing is left behind.
   */
  run(
    inputs: Readonly<Record<string, Tensor>>,
    outputs: readonly string[],
    onStep?: (done: number) => void | Promise<void>,
  ): Promise<Tensor[]>
  dispose(): void
}

/** `files`: the model's JSON and its weights in order. Small weights lie in the JSON itself. */
export async function loadGraph(files: readonly Uint8Array<ArrayBuffer>[]): Promise<Graph> {
  const [json, ...shards] = files
  if (!json) throw new Error('a model without files')
  const { modelTopology, weightsManifest, signature = {} } = JSON.parse(new TextDecoder().decode(json)) as io.ModelJSON
  const weightSpecs = weightsManifest.flatMap((group) => group.weights)
  const inline = weightsManifest.flatMap((group) => group.paths).filter((path) => path.startsWith('data:'))
  const weightData = joined([...shards, ...inline.map(bytesOf)])
  const model = await loadGraphModel(io.fromMemory({ modelTopology, weightSpecs, weightData, signature }))
  return stepped(model, modelTopology as Topology, signature as Signature)
}

interface Topology {
  node: { name: string; op: string; input?: string[] }[] // makers before users
}

interface Signature {
  inputs: Record<string, { name: string }>
}

/** Nodes of a step; a longest one takes about a tenth of a second on a processor. */
const NODES_PER_STEP = 12

interface Step {
  nodes: string[]
  reads: string[] // made by earlier steps, or given
  makes: string[] // read by later steps, or asked for
}

function stepped(model: GraphModel, { node: nodes }: Topology, signature: Signature): Graph {
  const given = new Map(Object.entries(signature.inputs).map(([name, input]) => [name, nodeOf(input.name)]))
  const plans = new Map<string, Step[]>()
  const fixed = fixedNodes(nodes)
  const kept = keep(model, fixed.read)

  return {
    async run(inputs, outputs, onStep) {
      const key = outputs.join(' ')
      const steps = plans.get(key) ?? planSteps(nodes, fixed.all, outputs)
      plans.set(key, steps)
      const live = new Map<string, Tensor>(kept)
      for (const [name, tensor] of Object.entries(inputs)) live.set(given.get(name) ?? name, tensor)
      const own = new Set<string>() // names of tensors that go away
      try {
        for (const [i, step] of steps.entries()) {
          const feeds: NamedTensorMap = {}
          for (const name of step.reads) feeds[name] = live.get(name) ?? missing(name)
          const made = model.execute(feeds, step.makes)
          for (const [k, tensor] of (Array.isArray(made) ? made : [made]).entries()) {
            const name = step.makes[k] ?? ''
            live.set(name, tensor)
            own.add(name)
          }
          const later = new Set([...outputs, ...steps.slice(i + 1).flatMap((next) => next.reads)])
          for (const name of own)
            if (!later.has(name)) {
              live.get(name)?.dispose()
              own.delete(name)
            }
          await onStep?.((i + 1) / steps.length)
        }
        const answers = outputs.map((name) => live.get(name) ?? missing(name))
        for (const name of outputs) own.delete(name)
        return answers
      } finally {
        for (const name of own) live.get(name)?.dispose()
      }
    },
    dispose() {
      for (const tensor of kept.values()) tensor.dispose()
      model.dispose()
    },
  }
}

/** What depends on no input is computed once. `read`: those of them that others build on. */
function fixedNodes(nodes: Topology['node']): { all: Set<string>; read: string[] } {
  const constants = new Set(nodes.filter((node) => node.op === 'Const').map((node) => node.name))
  const all = new Set<string>()
  const read = new Set<string>()
  for (const { name, op, input = [] } of nodes) {
    if (op === 'Const' || op === 'Placeholder') continue
    const from = input.map(nodeOf)
    if (from.every((maker) => all.has(maker) || constants.has(maker))) all.add(name)
    else for (const maker of from) if (all.has(maker)) read.add(maker)
  }
  return { all, read: [...read] }
}

function keep(model: GraphModel, names: readonly string[]): Map<string, Tensor> {
  if (names.length === 0) return new Map()
  const made = model.execute({}, [...names])
  return new Map((Array.isArray(made) ? made : [made]).map((tensor, i) => [names[i] ?? '', tensor]))
}

function planSteps(nodes: Topology['node'], fixed: ReadonlySet<string>, outputs: readonly string[]): Step[] {
  const inputsOf = new Map(nodes.map((node) => [node.name, (node.input ?? []).map(nodeOf)]))
  const needed = new Set(outputs)
  for (const { name } of [...nodes].reverse())
    if (needed.has(name)) for (const input of inputsOf.get(name) ?? []) needed.add(input)
  const constants = new Set(nodes.filter((node) => node.op === 'Const').map((node) => node.name))
  const computed = nodes.filter(
    ({ name, op }) => needed.has(name) && op !== 'Const' && op !== 'Placeholder' && !fixed.has(name),
  )
  const steps: Step[] = []
  for (let at = 0; at < computed.length; at += NODES_PER_STEP) {
    const names = computed.slice(at, at + NODES_PER_STEP).map((node) => node.name)
    const inside = new Set(names)
    const outside = names.flatMap((name) => inputsOf.get(name) ?? [])
    const reads = new Set(outside.filter((name) => !inside.has(name) && !constants.has(name)))
    steps.push({ nodes: names, reads: [...reads], makes: [] })
  }
  for (const [i, step] of steps.entries()) {
    const later = new Set([...outputs, ...steps.slice(i + 1).flatMap((next) => next.reads)])
    step.makes = step.nodes.filter((name) => later.has(name))
  }
  return steps
}

const nodeOf = (input: string): string => input.split(':')[0] ?? input

const bytesOf = (dataUrl: string): Uint8Array =>
  Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (letter) => letter.charCodeAt(0))

function joined(parts: readonly Uint8Array[]): ArrayBuffer {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}

function missing(name: string): never {
  throw new Error(`the network reads ${name}, which nobody made`)
}
