import type { Tab } from '#client/editor/host/panels.ts'

/** A step of the tour. Its text comes from the tab's record. */
export interface TourStep {
  /** CSS selectors of the highlighted elements. The card is next to the first element. */
  selectors: readonly [string, ...string[]]
  title: string
  text: string
}

/** Selector of the canvas. */
export const CANVAS = '[role=application]'

/** Returns the selector of a tab's button in the rail. */
export const tabSelector = (id: string): string => `[data-tab="${id}"]`

const WELCOME: TourStep = {
  selectors: [CANVAS],
  title: 'Welcome',
  text: 'Upload a photo or try a sample. Its subject is detected on your device.',
}

const WELCOME_WITH_PHOTO: TourStep = {
  ...WELCOME,
  text: 'This is your photo. The subject is detected automatically, on your device.',
}

const CLOSING: TourStep = {
  selectors: [CANVAS],
  title: 'You’re all set',
  text: 'Drop a photo here or click Upload. Download saves it at full size.',
}

/**
 * Returns the steps: a welcome, a step per shown tab, and an end. Tabs with the same text share a step. `all`: all tabs
 * of the editor.
 */
export function tourSteps(
  all: readonly Tab[],
  shown: readonly Pick<Tab, 'id'>[],
  { hasPhoto = false } = {},
): TourStep[] {
  const about = inOrder(all).flatMap(({ id, tour }): TourStep[] => {
    if ('with' in tour) return []
    const sharing = all.filter((tab) => tab.id === id || ('with' in tab.tour && tab.tour.with === id))
    const [first, ...others] = sharing.filter((tab) => shown.some((each) => each.id === tab.id)).map((tab) => tab.id)
    return first
      ? [{ title: tour.title, text: tour.text, selectors: [tabSelector(first), ...others.map(tabSelector)] }]
      : []
  })
  return [hasPhoto ? WELCOME_WITH_PHOTO : WELCOME, ...about, CLOSING]
}

/** Returns the tabs in the order of the rail, except that a tab with `after` follows the tab with that id. */
function inOrder(tabs: readonly Tab[]): readonly Tab[] {
  const leader = ({ tour }: Tab) => ('after' in tour ? tour.after : undefined)
  const following = tabs.filter((tab) => leader(tab) !== undefined)
  return tabs
    .filter((tab) => leader(tab) === undefined)
    .flatMap((tab) => [tab, ...following.filter((other) => leader(other) === tab.id)])
}
