/** Counts the WebGL calls of a worker. Import this module before the worker's own module. */

/** The BroadcastChannel of the counters. Any message asks for the counts. */
const COUNTS = 'webgl-counts'

export interface WebglCounts {
  programs: number
  textures: number
  draws: number
}

const counts: WebglCounts = { programs: 0, textures: 0, draws: 0 }
const CALLS = {
  linkProgram: 'programs',
  createTexture: 'textures',
  drawArrays: 'draws',
  drawElements: 'draws',
} as const

if (!('window' in self)) {
  const { prototype } = WebGL2RenderingContext
  for (const [name, kind] of Object.entries(CALLS) as [keyof typeof CALLS, keyof WebglCounts][]) {
    const own = prototype[name] as (...args: unknown[]) => unknown
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...args: unknown[]) {
        counts[kind]++
        return own.apply(this, args)
      },
    })
  }
  const channel = new BroadcastChannel(COUNTS)
  channel.onmessage = ({ data }) => data === 'count' && channel.postMessage(counts)
}

/** Returns the counts of the only counted worker. Called on the page. */
export const webglCounts = (): Promise<WebglCounts> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(COUNTS)
    channel.onmessage = ({ data }) => {
      channel.close()
      resolve(data)
    }
    channel.postMessage('count')
  })
