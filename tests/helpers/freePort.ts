/** A port for a server that must know its own before it starts. */
import { createServer } from 'node:net'

/** Below those that systems give to connections and to servers that ask for any port: nobody takes one by chance. */
const [FIRST, COUNT] = [20_000, 10_000]

/** Returns a port on which nothing listens on loopback. It stays free until its server starts, however long that takes. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
