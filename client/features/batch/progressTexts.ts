/** Text about the batch's progress and costs. */
import type { BatchItem } from '#client/editor/storage/batchStore.ts'
import { formatDuration } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { scriptList } from './batchTexts.ts'
import { countItems, isTextUpdate, lacksFont } from './items.ts'
import type { BatchState } from './state.ts'

/** Returns true if the batch has photos but no template. */
export const needsTemplate = ({ items, record }: Pick<BatchState, 'items' | 'record'>): boolean =>
  items.length > 0 && record.design === null

/** Returns the text about the progress of the batch, in the interface language. */
export function progressTexts(
  state: Pick<BatchState, 'items' | 'record' | 'adding' | 'exporting' | 'isRunning' | 'previewMs'>,
): string[] {
  const { items, adding, exporting, isRunning } = state
  if (exporting) return [t('Exporting: {done} of {total}', { ...exporting })]
  const { total, done, unsure, failed } = countItems(items)
  const updating = items.filter(isTextUpdate).length
  const left = isRunning ? remainingMs(state) : null
  return [
    needsTemplate(state) ? t('Next step: choose a template.') : t('Ready: {done} of {total}', { done, total }),
    ...(updating > 0 ? [t('Updating text: {updating}', { updating })] : []),
    ...(left === null ? [] : [t('About {time} left', { time: formatDuration(left) })]),
    ...(unsure > 0 ? [t('To review: {unsure}', { unsure })] : []),
    ...(failed > 0 ? [t('Failed: {failed}', { failed })] : []),
    ...(adding > 0 ? [t('Adding: {adding}', { adding })] : []),
  ]
}

/**
 * Returns the estimated time for the waiting photos, ms. A photo whose subject is known takes less time than a new
 * photo. A kind without a finished preview takes as long as the other kind. Returns null if no photo is waiting, and
 * until a preview of one waiting kind is done.
 */
function remainingMs({ items, previewMs }: Pick<BatchState, 'items' | 'previewMs'>): number | null {
  const waiting = items.filter(({ state }) => state === 'waiting')
  const times = waiting.map(({ subject }) => (subject === null ? previewMs.first : previewMs.again))
  const known = times.find((ms) => ms !== null)
  return known == null ? null : times.reduce<number>((sum, ms) => sum + (ms ?? known), 0)
}

/**
 * Returns the text about the limits of the user's plan, in the interface language. Contains the number of credits if an
 * image can be exported, and the number of remaining photos if it is too low for the batch. Empty if the plan's credits
 * are unlimited or unknown. `cost`: credits of the next export.
 */
export function costTexts({ items, allowance }: Pick<BatchState, 'items' | 'allowance'>, cost: number): string[] {
  if (allowance?.credits == null) return []
  const { credits: left, photos } = allowance
  const uncounted = items.filter(({ state, isCounted }) => state === 'waiting' && !isCounted).length
  return [
    ...(countItems(items).done > 0
      ? [t('Each exported image costs 1 credit. This export: {cost}. Credits left: {left}.', { cost, left })]
      : []),
    ...(photos !== null && photos < uncounted ? [t('Photos left in your plan: {photos}.', { photos })] : []),
  ]
}

/**
 * Returns the translated message about letters in finished images that no font supports. Returns null if there are no
 * such letters.
 */
export function fontText(items: readonly Pick<BatchItem, 'state' | 'missingScripts'>[]): string | null {
  const scripts = new Set(items.filter(lacksFont).flatMap(({ missingScripts = [] }) => missingScripts))
  if (scripts.size === 0) return null
  return t(
    'This device has no font for {scripts}, so these letters appear as empty boxes. Install a font and reload this page.',
    { scripts: scriptList([...scripts]) },
  )
}
