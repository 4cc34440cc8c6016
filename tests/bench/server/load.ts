/** Sends requests from a separate process. Each message asks for a number of requests over keep-alive connections. */
import { Agent, request } from 'node:http'

interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Load {
  readonly origin: string
  readonly count: number
  /** Number of the first call, unique in a run. */
  readonly first: number
  readonly connections: number
  /** The calls, which are sent in turn. The number of the call replaces '{n}' in their headers. */
  readonly calls: readonly Call[]
}

export interface Loaded {
  /** The first response with a status other than 200. */
  readonly error?: string
}

process.on('message', async (load: Load) => {
  try {
    await run(load)
    process.send?.({} satisfies Loaded)
  } catch (error) {
    process.send?.({ error: String(error) } satisfies Loaded)
  }
})

async function run(load: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections })
  let next = 0
  const lane = async () => {
    while (next < load.count) {
      const n = load.first + next++
      const call = load.calls[n % load.calls.length]
      if (call) await send(load.origin, agent, call, n)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, lane))
  agent.destroy()
}

function send(origin: string, agent: Agent, { method, path, headers, body }: Call, n: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const numbered = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('{n}', String(n).padStart(6, '0'))]),
    )
    const sent = request(`${origin}${path}`, { method, headers: numbered, agent }, (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path} answered ${response.statusCode}`))
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
