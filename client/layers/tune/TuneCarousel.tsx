import { ToggleGroup } from 'radix-ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { moveRadioFocus } from '#client/kit/ui/controls/Segmented.tsx'
import type { TuneName } from '#client/model/document/document.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { namesIn, SECTIONS, tuneFields } from '#shaders/tune/enhancements.ts'
import styles from './TuneCarousel.module.css'
import { shownValue, TuneSlider } from './TuneSlider.tsx'

/** All enhancements, in the order of the panel's sections. */
const NAMES: readonly TuneName[] = SECTIONS.flatMap(({ id }) => namesIn(id))

/**
 * Tune controls on a narrow screen. One slider is visible, close to the image. A swipe, a chip or keyboard focus
 * scrolls to another slider. All sliders are in the DOM, for keyboards and screen readers.
 */
export function TuneCarousel() {
  const [shown, setShown] = useState<TuneName>(NAMES[0] as TuneName)
  const slides = useRef<HTMLDivElement>(null)
  const show = (name: string) => {
    const { current } = slides
    const index = NAMES.indexOf(name as TuneName) // if the user presses the selected chip again, Radix passes ''
    const slide = current?.children[index]
    if (slide) slide.scrollIntoView({ block: 'nearest', inline: 'start', behavior: 'instant' })
  }
  return (
    <div className={styles.carousel}>
      <Chips shown={shown} onChoose={show} />
      <div
        ref={slides}
        className={styles.slides}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => {
          // `scrollLeft` is negative in right-to-left layouts
          const name = NAMES[Math.round(Math.abs(scrollLeft) / clientWidth)]
          if (name) setShown(name)
        }}
      >
        {NAMES.map((name) => (
          <div key={name} className={styles.slide}>
            <TuneSlider name={name} />
          </div>
        ))}
      </div>
    </div>
  )
}

function Chips({ shown, onChoose }: { shown: TuneName; onChoose(name: string): void }) {
  const { ui } = useSession()
  const { tune, separation } = useDocument()
  const switches = useSnapshot(ui.tune)
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
      className={styles.chips}
      aria-label={t('Enhancements')}
      value={shown}
      onValueChange={onChoose}
      onKeyDownCapture={moveRadioFocus}
    >
      {NAMES.map((name) => (
        <ToggleGroup.Item
          key={name}
          value={name}
          className={styles.chip}
          data-name={name}
          data-changed={isChanged(name) || undefined}
        >
          {t(tuneFields[name].label)}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
