import { RotateCcw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { setterOf } from '#client/kit/values/immutable.ts'
import { activeLens } from '#client/model/document/lens.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import { namesIn, SECTIONS } from '#shaders/tune/enhancements.ts'
import { CompareButton } from '../controls/CompareButton.tsx'
import { Looks } from './Looks.tsx'
import styles from './panel.module.css'
import { TuneCarousel } from './TuneCarousel.tsx'
import { isTuned, resetAll, TuneSlider, targetsOf } from './TuneSlider.tsx'

/**
 * The Tune tab: enhancements of the whole photo, its subject or its background. On a narrow screen, one enhancement is
 * visible at a time.
 */
export default function TunePanel() {
  const { doc, ui, history } = useSession()
  const shown = useDocument()
  const { tune } = shown
  const switches = useSnapshot(ui.tune)
  const isNarrow = useMedia(NARROW)
  const hasTarget = targetsOf(switches).length > 0
  const isBlurred = activeLens(shown) !== null
  const canReset = isTuned(tune, switches) || isBlurred
  return (
    <>
      {isNarrow ? <TuneCarousel /> : <Looks />}
      <section className={styles.targets} aria-label={t('Apply to')}>
        <Switch
          label={t('Apply to foreground')}
          isOn={switches.foreground}
          onChange={setterOf(ui.tune, 'foreground')}
        />
        <Switch
          label={t('Apply to background')}
          isOn={switches.background}
          onChange={setterOf(ui.tune, 'background')}
        />
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
                resetAll(doc.tune, ui.tune)
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
