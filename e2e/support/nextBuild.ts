/** Makes a next version of the client: a copy of the built client with another revision and renamed assets. */
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const CLIENT = join(import.meta.dirname, '../../build/client-test')
const TEXT = /\.(js|css|html|json)$/

/**
 * Copies the client to `folder`, except emojis and compressed files. Changes its revision and the names of its assets,
 * as a newer release does. Returns the copy's revision.
 */
export function nextBuild(folder: string): string {
  cpSync(CLIENT, folder, { recursive: true, filter: (path) => !/\/emoji$|\.(br|gz)$/.test(path) })
  const [, current = ''] =
    /name="revision" content="(\w+)"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
  const revision = current.replace(/^./, (first) => (first === '0' ? '1' : '0'))
  const assets = join(folder, 'assets')
  const names = new Map(readdirSync(assets).map((name) => [name, name.replace(/-([\w-]{8}\.\w+)$/, '-next-$1')]))
  const changed = (text: string) =>
    text.replaceAll(current, revision).replace(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => names.get(name) ?? name)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (TEXT.test(name)) writeFileSync(path, changed(readFileSync(path, 'utf8')))
  }
  for (const [name, next] of names) renameSync(join(assets, name), join(assets, next))
  return revision
}
