/** What the tour says, and where it points (spec §2; decisions, "Tour"). */
import type { Tab } from '../tabs/tabs.ts'

export interface TourStep {
  /** What it points at; the first is the one it stands beside. */
  selectors: readonly [string, ...string[]]
  title: string
  text: string
}

const CANVAS = '[role=application]'

/** How the rail marks a tab's button. */
export const tabSelector = (id: string): string => `[data-tab="${id}"]`

/** In the order of the tour; tabs that share a line share a step. */
const ABOUT_TABS: readonly { tabs: readonly string[]; title: string; text: string }[] = [
  {
    tabs: ['text'],
    title: 'Text',
    text: 'Put words behind the subject or in front of it, in any of 250 fonts, straight, turned or in 3D.',
  },
  {
    tabs: ['emojis'],
    title: 'Emojis and stickers',
    text: 'Pick an emoji, or bring a picture of your own as a sticker.',
  },
  {
    tabs: ['remove-background', 'change-background'],
    title: 'Remove BG and Change BG',
    text: 'Take the background away altogether, or put a colour or another photo in its place.',
  },
  {
    tabs: ['tune-image'],
    title: 'Tune',
    text: 'Brightness, contrast, sharpness and more, for the subject, the background or both.',
  },
  {
    tabs: ['clone-image'],
    title: 'Clone',
    text: 'Repeat the subject as often as you like: moved, resized, turned or mirrored.',
  },
  {
    tabs: ['images'],
    title: 'Image Overlay',
    text: 'Lay up to two more pictures over the background, with or without their own.',
  },
  {
    tabs: ['outline'],
    title: 'Cutout',
    text: 'Draw an outline around the subject, as if it had been cut out with scissors.',
  },
  {
    tabs: ['shapes'],
    title: 'Shapes',
    text: 'Circles, stars, hearts and arrows, filled or as a line, behind the subject or in front of it.',
  },
  {
    tabs: ['draw'],
    title: 'Draw',
    text: 'Draw by hand, in any colour and size, behind the subject or in front of it.',
  },
]

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

/** A welcome, a step for each tool that there is, and a close. */
export function tourSteps(tabs: readonly Pick<Tab, 'id'>[]): TourStep[] {
  const about = ABOUT_TABS.flatMap(({ tabs: ids, ...words }): TourStep[] => {
    const [first, ...others] = ids.filter((id) => tabs.some((tab) => tab.id === id)).map(tabSelector)
    return first ? [{ ...words, selectors: [first, ...others] }] : []
  })
  return [WELCOME, ...about, CLOSING]
}
