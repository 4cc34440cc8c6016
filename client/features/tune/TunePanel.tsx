import { RotateCcw } from 'lucide-react'
import { ToggleGroup } from 'radix-ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { moveRadioFocus } from '#client/kit/ui/controls/Segmented.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { setterOf } from '#client/kit/values/immutable.ts'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import type { TuneName } from '#client/model/document/document.ts'
import { activeLens } from '#client/model/document/lens.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { namesIn, SECTIONS, tuneFields } from '#shaders/tune/enhancements.ts'
import { Looks } from './Looks.tsx'
import carousel from './TuneCarousel.module.css'
import styles from './TunePanel.module.css'
import { isTuned, resetAll, shownValue, TuneSlider, targetsOf, tuneSwitches } from './TuneSlider.tsx'

/**
 * The Tune tab: enhancements of the whole photo, its subject or its background. On a narrow screen, one enhancement is
 * visible at a time.
 */
export default function TunePanel() {
  const session = useSession()
  const { doc, history } = session
  const stored = tuneSwitches(session)
  const shown = useDocument()
  const { tune } = shown
  const switches = useSnapshot(stored)
  const isNarrow = useMedia(NARROW)
  const hasTarget = targetsOf(switches).length > 0
  const isBlurred = activeLens(shown) !== null
  const canReset = isTuned(tune, switches) || isBlurred
  return (
    <>
      {isNarrow ? <TuneCarousel /> : <Looks />}
      <section className={styles.targets} aria-label={t('Apply to')}>
        <Switch label={t('Apply to foreground')} isOn={switches.foreground} onChange={setterOf(stored, 'foreground')} />
        <Switch label={t('Apply to background')} isOn={switches.background} onChange={setterOf(stored, 'background')} />
        {!hasTarget && (
          <p className={styles.hint} role="note">
            {t('Turn on foreground or background to adjust it.')}
          </p>
        )}
        <div className={styles.actions}>
          <CompareButton to="untuned" isDisabled={!isTuned(tune, EVERYWHERE) && !isBlurred} />
          <Button
            icon={RotateCcw}
            disabled={!canReset}
            onClick={() =>
              history.transact(t('Reset enhancements'), () => {
                resetAll(doc.tune, stored)
                delete doc.lens
              })
            }
          >
            {t('Reset all')}
          </Button>
        </div>
      </section>
      {isNarrow ? <Looks /> : <TuneSections />}
    </>
  )
}

const TuneSections = () =>
  SECTIONS.map(({ id, title }) => (
    <Section key={id} title={t(title)} startsOpen>
      {namesIn(id).map((name) => (
        <TuneSlider key={name} name={name} />
      ))}
    </Section>
  ))

const EVERYWHERE = { foreground: true, background: true }

/** All enhancements, in the order of the panel's sections. */
const NAMES: readonly TuneName[] = SECTIONS.flatMap(({ id }) => namesIn(id))

/**
 * Tune controls on a narrow screen. One slider is visible, close to the image. A swipe, a chip or keyboard focus
 * scrolls to another slider. All sliders are in the DOM, for keyboards and screen readers.
 */
function TuneCarousel() {
  const [shown, setShown] = useState<TuneName>(NAMES[0] as TuneName)
  const slides = useRef<HTMLDivElement>(null)
  const show = (name: string) => {
    const { current } = slides
    const index = NAMES.indexOf(name as TuneName) // if the user presses the selected chip again, Radix passes ''
    const slide = current?.children[index]
    if (slide) slide.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' })
  }
  return (
    <div className={carousel.carousel}>
      <Chips shown={shown} onChoose={show} />
      <div
        ref={slides}
        className={carousel.slides}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          // `scrollLeft` is negative in right-to-left layouts
          const name = NAMES[Math.round(Math.abs(scrollLeft) / clientWidth)]
          if (name) setShown(name)
        }}
      >
        {NAMES.map((name) => (
          <div key={name} className={carousel.slide}>
            <TuneSlider name={name} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Chips({ shown, onChoose }: { shown: TuneName; onChoose(name: string): void }) {
  const { tune, separation } = useDocument()
  const switches = useSnapshot(tuneSwitches(useSession()))
  const chips = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chip = chips.current?.querySelector<HTMLElement>(`[data-name="${shown}"]`)
    chip?.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' })
  }, [shown])
  const isChanged = (name: TuneName) => {
    const { value, isMixed } = shownValue(tune, name, switches, separation !== null)
    return isMixed || value !== tuneFields[name].default
  }
  return (
    <ToggleGroup.Root
      ref={chips}
      type="single"
      className={carousel.chips}
      aria-label={t('Enhancements')}
      value={shown}
      onValueChange={onChoose}
      onKeyDownCapture={moveRadioFocus}
    >
      {NAMES.map((name) => (
        <ToggleGroup.Item
          key={name}
          value={name}
          className={carousel.chip}
          data-name={name}
          data-changed={isChanged(name) || undefined}
        >
          {t(tuneFields[name].label)}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
