/** ONNX image network → TF.js graph model with one input `image` (N, H, W, C) and one output `mask`. */
import { Conversion, FLOAT, shapeProto, type TfNode, type WeightSpec } from './conversion.ts'
import { type Graph, type Node, readOnnx } from './onnx.ts'
import { OPERATORS } from './operators.ts'

/** `model.json` as TF.js's graph-model loader reads it. */
export interface ModelJson {
  format: 'graph-model'
  generatedBy: string
  convertedBy: string
  signature: { inputs: Record<string, object>; outputs: Record<string, object> }
  modelTopology: { node: TfNode[]; library: object; versions: { producer: number } }
  weightsManifest: { paths: string[]; weights: WeightSpec[] }[]
}

export interface Converted {
  json: ModelJson
  weights: Uint8Array<ArrayBuffer> // the one file that `json` names as `weightsPath`
  input: { width: number; height: number }
}

export function convertOnnx(onnx: Uint8Array, weightsPath: string): Converted {
  const graph = readOnnx(onnx)
  const [input, output] = [graph.inputs[0], graph.outputs[0]]
  if (!input || !output) throw new Error('onnx: the graph has no input or no output')
  const [, channels = 0, height = 0, width = 0] = input.shape
  const ordered = neededFor(output, graph)
  refuseUnknown(ordered)

  const to = new Conversion(graph, ordered)
  const shape = shapeProto([1, height, width, channels])
  to.emit(input.name, input.shape, 'Placeholder', [], { dtype: FLOAT, shape: { shape } })
  for (const node of ordered) OPERATORS[node.op]?.(node, to)
  to.nodes.push({ name: 'mask', op: 'Identity', input: [to.tfName(output)], attr: { T: FLOAT } })

  return {
    json: {
      format: 'graph-model',
      generatedBy: 'onnx',
      convertedBy: 'midground',
      signature: {
        inputs: {
          image: { name: `${to.tfName(input.name)}:0`, dtype: 'DT_FLOAT', tensorShape: shape },
        },
        outputs: { mask: { name: 'mask:0', dtype: 'DT_FLOAT' } },
      },
      modelTopology: { node: to.nodes, library: {}, versions: { producer: 1 } },
      weightsManifest: [{ paths: [weightsPath], weights: to.weights }],
    },
    weights: to.weightBytes(),
    input: { width, height },
  }
}

/** The nodes that `output` depends on, makers before users: exporters do not always sort, and side outputs are dropped. */
function neededFor(output: string, graph: Graph): Node[] {
  const makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node] as const)))
  const seen = new Set<Node>()
  const ordered: Node[] = []
  const visit = (name: string): void => {
    const node = makers.get(name)
    if (!node || seen.has(node)) return
    seen.add(node)
    for (const input of node.inputs) visit(input)
    ordered.push(node)
  }
  visit(output)
  return ordered
}

function refuseUnknown(nodes: readonly Node[]): void {
  const unknown = new Set(nodes.map((node) => node.op).filter((op) => !Object.hasOwn(OPERATORS, op)))
  if (unknown.size > 0) throw new Error(`onnx: operators without a TF.js counterpart here: ${[...unknown].join(', ')}`)
}
