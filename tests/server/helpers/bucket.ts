/** Starts a real S3 server (s3rver) with a bucket, behind a proxy that records and can reject requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeFolder } from '../../helpers/folders.ts'

const PROGRAM = join(import.meta.dirname, '../../../node_modules/s3rver/bin/s3rver.js')

export interface Bucket {
  /** Value of TRIAL_IMAGES_URL. */
  readonly url: string
  /** The credentials, as environment variables. */
  readonly keys: { readonly S3_ACCESS_KEY_ID: string; readonly S3_SECRET_ACCESS_KEY: string }
  /** All requests, oldest first, for example 'PUT aa/bb?partNumber=1'. */
  readonly asked: string[]
  /** Returns true if the bucket must return 503 for the request. */
  refuse: (line: string) => boolean
  close(): Promise<void>
}

export async function startBucket(name = 'pictures'): Promise<Bucket> {
  // s3rver encrypts page tokens with a cipher that OpenSSL has only as a legacy cipher
  const args = ['--openssl-legacy-provider', PROGRAM, '-d', makeFolder(), '-a', '127.0.0.1', '-p', '0', '-s']
  const child = spawn(process.execPath, [...args, '--configure-bucket', name], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<string>((resolve, reject) => {
    let output = ''
    child.once('exit', (code) => reject(new Error(`s3rver ended with ${code}: ${output}`)))
    child.stdout.on('data', (piece: Buffer) => {
      output += piece.toString()
      const found = /listening on \S+:(\d+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
  })

  const asked: string[] = []
  const door = createServer((incoming, answer) => {
    const { method = '', url = '', headers } = incoming
    const line = `${method} ${url.slice(`/${name}/`.length)}`
    asked.push(line)
    if (bucket.refuse(line)) {
      incoming.resume()
      answer.writeHead(503).end()
      return
    }
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 500, found.headers)
      found.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  const bucket: Bucket = {
    url: `s3://${name}/trial/images?endpoint=http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    keys: { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    asked,
    refuse: () => false,
    async close() {
      door.close()
      door.closeAllConnections()
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
  return bucket
}
