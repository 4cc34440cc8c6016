/** What the tour says, and where it points (spec §2; decisions, "Tour"). Each tab has its own words in its record. */
import { TABS, type Tab } from '../tabs/tabs.ts'

export interface TourStep {
  /** What it points at; the first is the one it stands beside. */
  selectors: readonly [string, ...string[]]
  title: string
  text: string
}

const CANVAS = '[role=application]'

/** How the rail marks a tab's button. */
export const tabSelector = (id: string): string => `[data-tab="${id}"]`

const WELCOME: TourStep = {
  selectors: [CANVAS],
  title: 'Welcome',
  text: 'This is where your photo goes. Its subject is found by itself, here on your device; then the tools are yours.',
}

const CLOSING: TourStep = {
  selectors: [CANVAS],
  title: 'Ready when you are',
  text: 'Drop a photo here or press Upload. What you see is what Download gives you, in full size. Tour shows this again.',
}

type Toured = Pick<Tab, 'id' | 'tour'>

/** A welcome, a step for each of the tabs shown, and a close. Tabs that share their words share a step. */
export function tourSteps(shown: readonly Pick<Tab, 'id'>[], all: readonly Toured[] = TABS): TourStep[] {
  const about = inOrder(all).flatMap(({ id, tour }): TourStep[] => {
    if ('with' in tour) return []
    const sharing = all.filter((tab) => tab.id === id || ('with' in tab.tour && tab.tour.with === id))
    const [first, ...others] = sharing.filter((tab) => shown.some((each) => each.id === tab.id)).map((tab) => tab.id)
    return first
      ? [{ title: tour.title, text: tour.text, selectors: [tabSelector(first), ...others.map(tabSelector)] }]
      : []
  })
  return [WELCOME, ...about, CLOSING]
}

/** The rail's order, except for tabs that follow another one. */
function inOrder(tabs: readonly Toured[]): readonly Toured[] {
  const leader = ({ tour }: Toured) => ('after' in tour ? tour.after : undefined)
  const following = tabs.filter((tab) => leader(tab) !== undefined)
  return tabs
    .filter((tab) => leader(tab) === undefined)
    .flatMap((tab) => [tab, ...following.filter((other) => leader(other) === tab.id)])
}
