/** Finds a port for a server that must know its port before it starts. */
import { createServer } from 'node:net'

/** A range of ports that systems don't assign automatically and that other programs rarely use. */
const [FIRST, COUNT] = [20_000, 10_000]

/** Returns a random free loopback port, so that simultaneous calls almost never return the same port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT)
    if (await isFree(port)) return port
  }
}

/** Returns true if no program listens on the loopback port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
