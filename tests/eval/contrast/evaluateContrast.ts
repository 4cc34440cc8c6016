/** `npm run eval -- --contrast`: evaluates the automatic places and colors of text on photos, with several words each. */
import type { Page } from 'playwright'
import { LEAST_CONTRAST } from '#client/layers/text/contrast.ts'
import { inPage } from '../../helpers/inPage.ts'
import type { Case } from '../page.ts'
import type { MeasuredText } from './page.ts'

const WORDS = ['HELLO', 'neuer Text', 'WIN', 'YOUR TITLE', 'Wanderlust']
/** A letter of which the subject hides more can hardly be read. */
const HALF = 0.5

export async function evaluateContrast(page: Page, cases: readonly Case[]): Promise<void> {
  const side = inPage<typeof import('./page.ts')>(page, '/tests/eval/contrast/page.ts')
  const all: (MeasuredText & { photo: string })[] = []
  for (const one of cases) {
    const measured = await side.measureContrasts(one, WORDS)
    all.push(...measured.map((text) => ({ ...text, photo: one.name })))
  }
  for (const look of new Set(all.map((text) => text.look))) {
    const texts = all.filter((text) => text.look === look)
    const half = texts.filter(({ hidden }) => hidden > HALF).length
    const hidden = `more than half of a letter hidden ${half}, overlap ${median(texts, 'overlap')}`
    console.log(
      `${look.padEnd(14)} ${texts.length} texts; worst letter: ${line(texts, 'letter')}; worst tenth: ${line(texts, 'tenth')}; ${hidden}`,
    )
  }
  for (const { photo, look, words, color, letter } of all.filter((text) => text.letter < LEAST_CONTRAST))
    console.log(`  below ${LEAST_CONTRAST}:1: ${photo} ${look} '${words}' ${color} ${letter.toFixed(2)}`)
}

function line(texts: readonly MeasuredText[], name: 'letter' | 'tenth'): string {
  const low = texts.filter((text) => text[name] < LEAST_CONTRAST).length
  const least = Math.min(...texts.map((text) => text[name]))
  return `least ${least.toFixed(2)}, median ${median(texts, name)}, below ${LEAST_CONTRAST}:1 ${low}`
}

function median(texts: readonly MeasuredText[], name: 'letter' | 'tenth' | 'overlap'): string {
  const sorted = texts.map((text) => text[name]).sort((a, b) => a - b)
  return (sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(2)
}
