/** Builds the client a second time, like `npm run build`, into a separate folder. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = 'build/client-next'
const DATA = ['fonts', 'models', 'emoji'] as const

/** Returns the folder of the second build, which is rebuilt if the first build has changed. */
export function nextBuild(): string {
  const stamp = join(ROOT, FOLDER, '.made-for')
  const current = readFileSync(join(ROOT, 'build/.stamps/client-test'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return FOLDER
  const env = { ...process.env, NODE_ENV: 'production', TEST_HOOKS: '1' }
  const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ROOT, env, stdio: 'pipe' })
  run('node_modules/vite/bin/vite.js', 'build', '--config', 'e2e/support/nextBuild.config.ts', '--logLevel', 'warn')
  cpSync(join(ROOT, 'build/packages/client-test.json'), join(ROOT, 'build/packages/client-next.json')) // the same packages
  for (const name of DATA) cpSync(join(ROOT, 'build', name), join(ROOT, FOLDER, name), { recursive: true })
  run('scripts/pages/build.ts', FOLDER)
  writeFileSync(stamp, current)
  return FOLDER
}
