/** `npm run eval -- --contrast`: evaluates the automatic colors of text on photos, with three titles each. */
import type { Page } from 'playwright'
import { LEAST_CONTRAST } from '#client/layers/text/contrast.ts'
import { inPage } from '../../helpers/inPage.ts'
import type { Case } from '../page.ts'
import type { MeasuredText } from './page.ts'

const WORDS = ['SUMMER', 'Hello world', 'Wanderlust']

export async function evaluateContrast(page: Page, cases: readonly Case[]): Promise<void> {
  const side = inPage<typeof import('./page.ts')>(page, '/tests/eval/contrast/page.ts')
  const all: (MeasuredText & { photo: string })[] = []
  for (const one of cases) {
    const measured = await side.measureContrasts(one, WORDS)
    all.push(...measured.map((text) => ({ ...text, photo: one.name })))
  }
  for (const look of new Set(all.map((text) => text.look))) {
    const texts = all.filter((text) => text.look === look)
    console.log(
      `${look.padEnd(14)} ${texts.length} texts; mean luminance: ${line(texts, 'mean')}; worst tenth: ${line(texts, 'tenth')}`,
    )
  }
  for (const { photo, look, words, color, mean } of all.filter((text) => text.mean < LEAST_CONTRAST))
    console.log(`  below ${LEAST_CONTRAST}:1: ${photo} ${look} '${words}' ${color} ${mean.toFixed(2)}`)
}

function line(texts: readonly MeasuredText[], name: 'mean' | 'tenth'): string {
  const sorted = texts.map((text) => text[name]).sort((a, b) => a - b)
  const low = sorted.filter((contrast) => contrast < LEAST_CONTRAST).length
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0
  return `least ${sorted[0]?.toFixed(2)}, median ${median.toFixed(2)}, below ${LEAST_CONTRAST}:1 ${low}`
}
