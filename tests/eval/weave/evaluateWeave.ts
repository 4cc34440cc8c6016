/** `npm run eval -- --weave`: measures how much of each letter the subject hides, before and after Weave. */
import type { Page } from 'playwright'
import { MOST } from '#client/layers/text/weave.ts'
import { inPage } from '../../helpers/inPage.ts'
import type { Case } from '../page.ts'
import { NO_SUBJECT, setOf } from '../summary.ts'
import type { WovenWord } from './page.ts'

const WORDS = ['SUMMER', 'Hello', 'Wanderlust', 'MAGIC', 'life']

export async function evaluateWeave(page: Page, cases: readonly Case[]): Promise<void> {
  const side = inPage<typeof import('./page.ts')>(page, '/tests/eval/weave/page.ts')
  const all: WovenWord[] = []
  const photos = cases.filter(({ set }) => setOf(set) !== NO_SUBJECT)
  for (const one of photos) {
    const words = await side.weaveWords(one, WORDS)
    all.push(...words)
    console.log(`${one.name}: most hidden letter ${Math.max(...words.flatMap(({ after }) => after)).toFixed(2)}`)
    for (const { text, front, after } of words.filter((word) => hiddenIn(word.after).length > 0))
      console.log(`  '${text}' ${front}: ${after.map((part) => part.toFixed(2)).join(' ')}`)
  }
  const letters = (which: 'before' | 'after') => all.flatMap((word) => word[which])
  console.log(
    `${photos.length} photos, ${all.length} words, ${letters('after').length} letters: ` +
      `hidden by more than ${Math.round(100 * MOST)} %: ${hiddenIn(letters('before')).length} before, ${hiddenIn(letters('after')).length} after; ` +
      `most hidden letter ${Math.max(...letters('after')).toFixed(2)}; ` +
      `words with letters on both sides: ${all.filter(({ front, text }) => front !== '' && front !== `1-${text.length}`).length}`,
  )
}

const hiddenIn = (parts: readonly number[]) => parts.filter((part) => part > MOST)
