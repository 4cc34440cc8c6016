/** A server that was started as a process of its own. */
import type { ChildProcess } from 'node:child_process'

export interface Serving {
  readonly url: string
  /** What it wrote so far. */
  output(): string
}

/** When it says where it is; rejects with what it wrote when it ends before. */
export async function whenServing(child: ChildProcess): Promise<Serving> {
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (piece: Buffer) => {
      output += piece.toString()
      const found = / is at (http:\S+)\s/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${output}`)))
  })
  return { url, output: () => output }
}
