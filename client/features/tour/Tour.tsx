import { type PopoverContentProps, Tour as Reactour, type StepType, type TourProps } from '@reactour/tour'
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { BLOCKING_DIALOG } from '#client/editor/commands/shortcuts.ts'
import type { Tab } from '#client/editor/host/panels.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { listen } from '#client/kit/async/listeners.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { CANVAS, type TourStep, tourSteps } from './steps.ts'
import styles from './Tour.module.css'

interface Props {
  tabs: readonly Tab[]
  /** True when a photo was open at the start of the tour. */
  hasPhoto: boolean
  /** The side of the highlighted element where the tour's card is shown. */
  side: 'left' | 'right' | 'top'
  /** Called at the end, and when the user leaves the tour early. */
  onEnd(): void
}

/** Padding around a highlighted tab, CSS px. */
const PADDING = 6
/** Padding of elements at the edges of the screen, CSS px. Negative, so that all edges of the highlight are visible. */
const INSET = { canvas: -8, bottomTab: -2 }
/** Distance from the edges of the screen, CSS px. */
const EDGE = 12

/**
 * The guided tour (reactour). The tour is not modal: any click outside its card ends the tour, and so does a photo that
 * is opened.
 */
export default function Tour({ tabs, hasPhoto, side, onEnd }: Props) {
  const { session, panels } = useWorkspace()
  const [at, setAt] = useState(0)
  const steps = useMemo(
    () => tourSteps(panels.tabs, tabs, { hasPhoto }).map((step) => toReactour(step, side)),
    [panels, tabs, hasPhoto, side],
  )
  useWaysOut(onEnd)
  const { photo } = useSnapshot(session.doc)
  const hasOpened = photo !== null && !hasPhoto
  useEffect(() => {
    if (hasOpened) onEnd()
  }, [hasOpened, onEnd])
  return (
    <Reactour
      isOpen
      steps={steps}
      currentStep={at}
      setCurrentStep={setAt}
      setIsOpen={onEnd}
      disabledActions={false}
      setDisabledActions={() => undefined}
      disableKeyboardNavigation
      padding={PADDING}
      styles={at === 0 ? FIRST_LOOK : LOOK}
      ContentComponent={Card}
    />
  )
}

const toReactour = ({ selectors, title, text }: TourStep, side: Props['side']): StepType => ({
  selector: selectors[0],
  highlightedSelectors: [...selectors],
  resizeObservables: [CANVAS], // the canvas takes the free space, so its size changes with every layout
  padding: {
    mask: selectors[0] === CANVAS ? INSET.canvas : side === 'top' ? INSET.bottomTab : PADDING,
    popover: PADDING,
  },
  position: selectors[0] === CANVAS ? CANVAS_PLACES[side] : PLACES[side],
  content: <Words title={title} text={text} />,
})

/** The text of a step. Reactour caches steps, so this component itself rerenders when the language changes. */
function Words({ title, text }: Pick<TourStep, 'title' | 'text'>) {
  useLanguage()
  return (
    <>
      <h2 className={styles.title}>{t(title)}</h2>
      <p className={styles.text}>{t(text)}</p>
    </>
  )
}

type Place = (
  at: Record<'width' | 'height' | 'left' | 'right' | 'top' | 'bottom' | 'windowWidth' | 'windowHeight', number>,
) => [number, number]

const within = (at: number, length: number, room: number) => Math.max(EDGE, Math.min(at, room - length - EDGE))
const atFoot = ({ height, bottom, windowHeight }: Parameters<Place>[0]) =>
  within(bottom - height - EDGE, height, windowHeight)
const beside = ({ top, height, windowHeight }: Parameters<Place>[0]) => within(top - PADDING, height, windowHeight)

/**
 * Functions that return the card's position at a side of the tab, within the screen. Reactour's own position near the
 * end of the rail would cover the rail.
 */
const PLACES: Record<Props['side'], Place> = {
  right: (at) => [at.right + PADDING, beside(at)],
  left: (at) => [at.left - at.width - PADDING, beside(at)],
  top: ({ width, height, left, top, windowWidth }) => [within(left, width, windowWidth), aboveBars(top, height)],
}

/** Returns the top of a card above `bottom` and the bars, which are at the bottom of the canvas on a narrow screen. */
function aboveBars(bottom: number, height: number): number {
  const bars = [...document.querySelectorAll('main [role=toolbar]')].filter((bar) => bar.checkVisibility())
  const tops = bars.map((bar) => bar.getBoundingClientRect().top)
  return Math.max(EDGE, Math.min(bottom, ...tops) - height - PADDING)
}

/**
 * Places of the card at the bottom of the canvas, far from the rail. On wide screens, the card moves to the top if it
 * would cover the templates. On narrow screens, it would cover the heading and the upload button at the top.
 */
const CANVAS_PLACES: typeof PLACES = {
  right: (at) => clearOfTemplates(at, within(at.right - at.width - EDGE, at.width, at.windowWidth), atFoot(at)),
  left: (at) => clearOfTemplates(at, within(at.left + EDGE, at.width, at.windowWidth), atFoot(at)),
  top: (at) => [(at.windowWidth - at.width) / 2, aboveBars(at.bottom - EDGE, at.height)],
}

function clearOfTemplates(at: Parameters<Place>[0], left: number, foot: number): [number, number] {
  const isCovered = [...document.querySelectorAll('main section')]
    .map((section) => section.getBoundingClientRect())
    .some((box) => left < box.right && box.left < left + at.width && foot < box.bottom && box.top < foot + at.height)
  return [left, isCovered ? at.top + EDGE + PADDING : foot]
}

/** Reactour writes inline styles, which CSS cannot override, so this object sets the design tokens. */
const LOOK: NonNullable<TourProps['styles']> = {
  popover: (base) => ({
    ...base,
    zIndex: 'calc(var(--z-dialog) - 1)',
    width: 'min(340px, calc(100vw - 2 * var(--s3)))',
    maxWidth: 'none',
    padding: 0,
    borderRadius: 'var(--radius-4)',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow-dialog)',
    transition: 'transform var(--slow) var(--ease)',
  }),
  maskWrapper: (base) => ({ ...base, zIndex: 'calc(var(--z-dialog) - 2)', opacity: 0.45 }),
  maskArea: (base) => ({ ...base, rx: 8 }),
  clickArea: (base) => ({ ...base, pointerEvents: 'none' }),
}

/**
 * Look of the first card. Reactour first renders it without its size, in a corner. It must not slide from that corner.
 */
const FIRST_LOOK: typeof LOOK = {
  ...LOOK,
  popover: (base, state) => ({
    ...LOOK.popover?.(base, state),
    opacity: state?.helperRect.width && state.targetRect.width ? 1 : 0,
    transition: 'none',
  }),
}

function Card({ steps, currentStep: at, setCurrentStep, setIsOpen }: PopoverContentProps) {
  const next = useRef<HTMLButtonElement>(null)
  useReturnedFocus(next)
  // The first step has no Back button, and the last step has no Skip button. When a button with the focus is removed,
  // Next gets the focus.
  useEffect(() => {
    if (document.activeElement === document.body) next.current?.focus()
  })
  const end = () => setIsOpen(false)
  const show = (to: number) => {
    // A phone's rail is wider than the screen. The tab is scrolled into view before Reactour measures it.
    const tab = document.querySelector(String(steps[to]?.selector))
    tab?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
    setCurrentStep(to)
  }
  const isLast = at === steps.length - 1
  return (
    <section className={styles.card} role="dialog" aria-label={t('Tour')} data-tour>
      <div aria-live="polite">{steps[at]?.content as ReactElement}</div>
      <div className={styles.foot}>
        <span className={styles.count}>{t('{step} of {steps}', { step: at + 1, steps: steps.length })}</span>
        {!isLast && (
          <Button look="ghost" onClick={end}>
            {t('Skip')}
          </Button>
        )}
        {at > 0 && <Button onClick={() => show(at - 1)}>{t('Back')}</Button>}
        <Button ref={next} look="primary" onClick={isLast ? end : () => show(at + 1)}>
          {isLast ? t('Done') : t('Next')}
        </Button>
      </div>
    </section>
  )
}

/**
 * Hook that focuses a button while the button is shown, and then the element that had the focus before. On the first
 * visit, no element had the focus, so the canvas gets the focus.
 */
function useReturnedFocus(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const card = button.current?.closest('[data-tour]')
    button.current?.focus()
    return () => {
      if (!card?.contains(document.activeElement)) return // the user has moved the focus out of the card
      const to = before === document.body ? document.querySelector('[role=application]') : before
      if (to instanceof HTMLElement) to.focus({ preventScroll: true })
    }
  }, [button])
}

/** Maximum distance between pointer down and pointer up of a click, CSS px. */
const SLOP = 5

/**
 * Hook that ends the tour on Escape and on a click outside its card. The click still has its normal effect. If the card
 * moves away under a pressed pointer, the browser fires no click, so the hook clicks the pressed button.
 */
function useWaysOut(onEnd: () => void): void {
  const latest = useLatest(onEnd)
  useEffect(() => {
    const isElsewhere = (target: EventTarget | null, what: string) =>
      target instanceof Element && target.closest(what) !== null
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isElsewhere(event.target, BLOCKING_DIALOG)) return
      event.preventDefault()
      event.stopPropagation() // other handlers must not handle this Escape
      latest.current()
    }
    let pressed: HTMLElement | null = null
    let from = { x: 0, y: 0 }
    const pointerdown = ({ target, button, clientX, clientY }: PointerEvent) => {
      pressed = target instanceof Element && button === 0 ? target.closest<HTMLElement>('[data-tour] button') : null
      from = { x: clientX, y: clientY }
      if (!isElsewhere(target, '[data-tour]')) latest.current()
    }
    const pointerup = ({ target, clientX, clientY }: PointerEvent) => {
      const isStill = Math.hypot(clientX - from.x, clientY - from.y) <= SLOP
      if (pressed && isStill && !pressed.contains(target as Node)) pressed.click()
      pressed = null
    }
    return listen(window, { keydown, pointerdown, pointerup }, { capture: true })
  }, [latest])
}
