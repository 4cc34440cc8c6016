/** Types of the screenshot stories. */
import type { Page } from '@playwright/test'

/** A size of the window, CSS px. */
export interface Size {
  name: 'wide' | 'middle' | 'phone'
  width: number
  height: number
}

/** The sizes at which stories run. */
export const SIZES: readonly Size[] = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'middle', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
]

/** What a story works with. */
export interface StoryContext {
  page: Page
  size: Size
  /** Takes a screenshot in both themes; `whole`: of the full page instead of the viewport. */
  capture(state: string, extent?: 'whole'): Promise<void>
}

/** A walk through the product that takes screenshots on its way. */
export interface Story {
  name: string
  /** Needs billing; all other stories run with everything unlocked. */
  needsBilling?: boolean
  /** Absent = all sizes. */
  sizes?: readonly Size['name'][]
  /** Path in the repository where the dark screenshot is saved. */
  savedAt?: string
  run(stage: StoryContext): Promise<void>
}
