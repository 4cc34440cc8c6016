/**
 * Runs Lighthouse on the pages of the production build, as a phone and as a desktop: `npm run bench lighthouse`. npm
 * downloads Lighthouse when it is needed, because it is larger than all our dependencies. Load on the machine lowers
 * the score.
 */
import { spawnSync } from 'node:child_process'
import { loadavg, tmpdir } from 'node:os'
import { startServer } from '../../e2e/support/server.ts'
import { server as buildServer, client } from '../../scripts/setup/prepare.mjs'
import { Browser } from '../server/helpers/browser.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const PAGES = { home: '/', pricing: '/pricing', editor: '/custom-editor' }
/** Minimum performance scores by device and page. */
const GOALS = {
  mobile: { home: 0.95, pricing: 0.95, editor: 0.9 },
  desktop: { home: 0.9, pricing: 0.9, editor: 0.9 },
}
/** Minimum scores of every page and device. The highest possible score is 1. */
const GOALS_OF_ALL = { accessibility: 1, 'best-practices': 1 }
/** WebGL runs in software. The CPU composites the page, because compositing by the software GPU takes longer. */
const CHROMIUM =
  '--headless=new --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader --disable-gpu-compositing'
const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

interface Audit {
  title: string
  score: number | null
  displayValue?: string
}

interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

await client()
await buildServer()
const server = await startServer({ BILLING: 'off', CLIENT_DIR: 'build/client' })
const { cookie } = await new Browser(server.origin).signUp()
let isGood = true
for (const [device, goals] of Object.entries(GOALS))
  for (const [name, performance] of Object.entries(goals)) {
    const found = report(PAGES[name as keyof typeof PAGES], device)
    isGood = judge(`${name}, ${device}`, { performance, ...GOALS_OF_ALL }, found) && isGood
  }
await server.stop()
process.exitCode = isGood ? 0 : 1

function report(path: string, device: string): Report {
  const options = [
    `${server.origin}${path}`,
    '--quiet',
    '--output=json',
    `--only-categories=${['performance', ...Object.keys(GOALS_OF_ALL)].join(',')}`,
    `--extra-headers=${JSON.stringify({ Cookie: cookie })}`,
    `--chrome-flags=${CHROMIUM}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ]
  const { stdout, stderr, status } = spawnSync('npx', ['--yes', `--package=${LIGHTHOUSE}`, 'lighthouse', ...options], {
    cwd: tmpdir(), // in the repository's folder, npx would read its package.json
    env: { ...process.env, CHROME_PATH: process.env.CHROMIUM_PATH },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}: ${stderr}`)
  return JSON.parse(stdout) as Report
}

/** Prints the scores. Returns true if all goals are reached. */
function judge(name: string, goals: Readonly<Record<string, number>>, { categories, audits }: Report): boolean {
  const scores = Object.entries(goals).map(([id, goal]) => ({ id, goal, score: categories[id]?.score ?? 0 }))
  const metrics = METRICS.map((id) => `${id} ${audits[id]?.displayValue}`)
  const load = (loadavg()[0] ?? 0).toFixed(1)
  console.log(`${name}: ${scores.map(({ id, score }) => `${id} ${score}`).join(', ')} (load ${load})`)
  console.log(`  ${metrics.join(', ')}`)
  const missed = scores.filter(({ goal, score }) => score < goal)
  for (const { id } of missed)
    for (const { id: audit, weight } of categories[id]?.auditRefs ?? [])
      if (weight > 0 && (audits[audit]?.score ?? 1) < 1)
        console.log(`  ${id}: ${audits[audit]?.title} ${audits[audit]?.displayValue ?? ''}`)
  return missed.length === 0
}
