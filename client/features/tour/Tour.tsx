import { type PopoverContentProps, Tour as Reactour, type StepType, type TourProps } from '@reactour/tour'
import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { BLOCKING_DIALOG } from '#client/editor/commands/shortcuts.ts'
import type { Tab } from '#client/editor/host/panels.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { listen } from '#client/kit/async/listeners.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { useDocument } from '#client/model/session/session.ts'
import { CANVAS, type TourStep, tourSteps } from './steps.ts'
import styles from './Tour.module.css'

interface Props {
  tabs: readonly Tab[]
  /** True if a photo was open when the tour started. */
  hasPhoto: boolean
  /** The side of the highlighted element where the card is placed. */
  side: 'left' | 'right' | 'top'
  /** Called when the tour ends, and when the user skips it. */
  onEnd(): void
}

/** Gap between a highlighted tab and its highlight, in CSS px. */
const PADDING = 6
/**
 * Gap for elements at the edges of the screen, in CSS px. The gap is negative, so that all edges of the highlight are
 * on the screen.
 */
const INSET = { canvas: -8, bottomTab: -2 }
/** Minimum gap between the card and the edges of the screen, in CSS px. */
const EDGE = 12

/**
 * The guided tour (Reactour). The tour isn't modal. It ends when the user clicks outside the card, or opens the first
 * photo.
 */
export default function Tour({ tabs, hasPhoto, side, onEnd }: Props) {
  const { panels } = useWorkspace()
  const [at, setAt] = useState(0)
  const steps = useMemo(
    () => tourSteps(panels.tabs, tabs, { hasPhoto }).map((step) => toReactour(step, side)),
    [panels, tabs, hasPhoto, side],
  )
  useWaysOut(onEnd)
  const { photo } = useDocument()
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
  resizeObservables: [CANVAS], // the canvas fills the free space, so every layout change changes its size
  padding: {
    mask: selectors[0] === CANVAS ? INSET.canvas : side === 'top' ? INSET.bottomTab : PADDING,
    popover: PADDING,
  },
  position: selectors[0] === CANVAS ? CANVAS_PLACES[side] : PLACES[side],
  content: <Words title={title} text={text} />,
})

/** The text of a step. Reactour caches steps, so this component itself must rerender when the language changes. */
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
 * Functions that return the card's position next to the tab, within the screen. Reactour's own position would cover the
 * rail if the tab is near its end.
 */
const PLACES: Record<Props['side'], Place> = {
  right: (at) => [at.right + PADDING, beside(at)],
  left: (at) => [at.left - at.width - PADDING, beside(at)],
  top: ({ width, height, left, top, windowWidth }) => [within(left, width, windowWidth), aboveBars(top, height)],
}

/**
 * Returns the top of the card so that its lower edge is above `bottom` and, on a narrow screen, above the bars at the
 * bottom of the canvas.
 */
function aboveBars(bottom: number, height: number): number {
  const bars = [...document.querySelectorAll('main [role=toolbar]')].filter((bar) => bar.checkVisibility())
  const tops = bars.map((bar) => bar.getBoundingClientRect().top)
  return Math.max(EDGE, Math.min(bottom, ...tops) - height - PADDING)
}

/**
 * Positions of the card on the canvas. By default, the card is at the bottom. On wide screens, it moves to the top if
 * it would cover the templates. On narrow screens, it stays at the bottom, because the heading and the upload button
 * are at the top.
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

/** Styles with design tokens. Reactour writes inline styles, which CSS can't override. */
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
 * Style of the first card. Reactour first renders the card in a corner without its size. Without a transition, the card
 * doesn't slide in from that corner.
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
  // The first step has no Back button and the last step has no Skip button. If the focused button is removed, Next gets
  // the focus.
  useEffect(() => {
    if (document.activeElement === document.body) next.current?.focus()
  })
  const end = () => setIsOpen(false)
  const show = (to: number) => {
    // On a phone, the rail is wider than the screen. The tab must be scrolled into view before Reactour measures it.
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
 * Hook that focuses a button while it is shown, and afterwards restores the focus. On the first visit, no element had
 * the focus, so the canvas gets it.
 */
function useReturnedFocus(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const before = document.activeElement
    const card = button.current?.closest('[data-tour]')
    button.current?.focus()
    return () => {
      // leaves the focus where the user has moved it, outside the card
      if (!card?.contains(document.activeElement)) return
      const to = before === document.body ? document.querySelector('[role=application]') : before
      if (to instanceof HTMLElement) to.focus({ preventScroll: true })
    }
  }, [button])
}

/** Maximum distance between pointer down and pointer up of a click, in CSS px. */
const SLOP = 5

/**
 * Hook that ends the tour on Escape and on a click outside its card. The click still has its normal effect. If the card
 * disappears under the pressed pointer, the browser fires no click, so the hook clicks the pressed button itself.
 */
function useWaysOut(onEnd: () => void): void {
  const latest = useLatest(onEnd)
  useEffect(() => {
    const isElsewhere = (target: EventTarget | null, what: string) =>
      target instanceof Element && target.closest(what) !== null
    const keydown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isElsewhere(event.target, BLOCKING_DIALOG)) return
      event.preventDefault()
      event.stopPropagation() // prevents other handlers from handling this Escape
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
