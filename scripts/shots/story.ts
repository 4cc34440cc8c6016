/** What a story is told with: a page of its own at one size, and the camera. */
import type { Page } from '@playwright/test'

export interface Size {
  name: 'wide' | 'middle' | 'phone'
  width: number
  height: number
}

export const SIZES: readonly Size[] = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'middle', width: 1024, height: 768 },
  { name: 'phone', width: 390, height: 844 },
]

export interface Stage {
  page: Page
  size: Size
  /** Takes the state as it stands, in both themes; a `whole` page down to its end. */
  shoot(state: string, extent?: 'whole'): Promise<void>
}

/** One walk through the product that stops wherever there is something to see. */
export interface Story {
  name: string
  /** Needs accounts that pay; the others run where everything is unlocked. */
  needsBilling?: boolean
  /** Left out: all sizes. */
  sizes?: readonly Size['name'][]
  /** Its dark picture is kept here, in the repository. */
  keptAt?: string
  tell(stage: Stage): Promise<void>
}
