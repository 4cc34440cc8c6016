import { ArrowUpToLine, ImageUp, Layers2, ShieldCheck } from 'lucide-react'
import { type CSSProperties, lazy, Suspense, useRef, useState } from 'react'
import { nextPaint } from '#client/kit/async/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { useLoaded } from '#client/kit/ui/hooks.ts'
import { PhotoInput } from '#client/kit/ui/PhotoInput.tsx'
import { EDITOR_PATH } from '#server/contract/pages/guard.ts'
import { isForAnotherTab, useOpenInEditor, useProjectLink } from '../account/guard/useEditorLink.ts'
import dandelion from './dandelion.webp'
import styles from './Hero.module.css'
import home from './Home.module.css'
import { HEADLINE_FONT, isHeadlineFontLoaded, WORD_EM } from './headlineFont.ts'
import meadow from './meadow.webp'
import { useParallax } from './useParallax.ts'

const MAX_LETTERS = 14

/** Loads after the first paint, because these sections are below the first screen. */
const Rest = lazy(() => nextPaint().then(() => import('./BelowTheFold.tsx')))

export default function Home() {
  return (
    <div className={home.home}>
      <Hero />
      <div className={home.rest}>
        <Suspense>
          <Rest />
        </Suspense>
      </div>
    </div>
  )
}

/**
 * The first screen of the home page. It shows an image with a word that the visitor can edit and move behind or in
 * front of the subject.
 */
function Hero() {
  const scene = useRef<HTMLElement>(null)
  const [word, setWord] = useState(() => t('HORIZON'))
  const [place, setPlace] = useState<'behind' | 'front'>('behind')
  const isReady = useHeadlineFont()
  useParallax(scene)
  const shown = (word.trim() || t('HORIZON')).toUpperCase()
  return (
    <section ref={scene} className={styles.hero} aria-labelledby="promise">
      <div className={styles.scene}>
        <img data-parallax className={cx(styles.layer, styles.far)} src={meadow} alt="" fetchPriority="high" />
        <div
          data-parallax
          className={cx(styles.layer, styles.word, place === 'front' && styles.front, isReady && styles.ready)}
          style={{ '--em': isReady ? widthOf(shown) : WORD_EM } as CSSProperties}
          aria-hidden="true"
        >
          <span>{shown}</span>
        </div>
        <img data-parallax className={styles.near} src={dandelion} alt="" fetchPriority="high" />
      </div>
      <div className={styles.shade} />
      <div className={styles.words}>
        <h1 id="promise" className={styles.promise}>
          {t('Put text behind anything in your photo. Upload a photo and start designing.')}
        </h1>
        <div className={styles.actions}>
          <UploadLink />
          <BackLink />
        </div>
        <p className={styles.private}>
          <ShieldCheck className={styles.icon} strokeWidth={1.75} aria-hidden />
          {t('Your photos are edited on your device')}
        </p>
      </div>
      <div className={styles.bar}>
        <input
          className={styles.input}
          aria-label={t('Your text')}
          value={word}
          maxLength={MAX_LETTERS}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setWord(event.target.value)}
        />
        <p className={styles.limit} role="status">
          {word.length >= MAX_LETTERS && t('Up to {max} letters', { max: MAX_LETTERS })}
        </p>
        <Segmented
          label={t('Placement')}
          value={place}
          options={[
            { value: 'behind', label: t('Behind'), icon: Layers2 },
            { value: 'front', label: t('In front'), icon: ArrowUpToLine },
          ]}
          onChange={setPlace}
        />
      </div>
    </section>
  )
}

/** The link that opens the file picker. Until the page's code has loaded, it opens the editor. */
function UploadLink() {
  const photo = useRef<HTMLInputElement>(null)
  const openInEditor = useOpenInEditor()
  return (
    <>
      <LinkButton
        href={EDITOR_PATH}
        size="large"
        icon={ImageUp}
        className={styles.open}
        onClick={(event) => {
          if (isForAnotherTab(event)) return
          event.preventDefault()
          photo.current?.click()
        }}
      >
        {t('Upload a photo')}
      </LinkButton>
      <PhotoInput ref={photo} onChoose={(chosen) => void openInEditor(chosen)} />
    </>
  )
}

/** A link to the project that the user left for this page. Renders nothing if there is none. */
function BackLink() {
  const back = useProjectLink()
  return (
    back && (
      <LinkButton {...back} size="large" className={styles.back}>
        {t('Back to your project')}
      </LinkButton>
    )
  )
}

/** Loads the font of the headline. The list of all fonts isn't used, because the first scripts don't contain it. */
const loadHeadlineFont = () =>
  import('#client/kit/fonts/load.ts').then(
    ({ loadFont }) => loadFont(HEADLINE_FONT, 400),
    () => false, // if loading fails, the word is shown in the fallback font
  )

/**
 * Hook that returns true when the headline font is loaded. The word is hidden until then, because its size would
 * change.
 */
function useHeadlineFont(): boolean {
  const [wasLoaded] = useState(() => isHeadlineFontLoaded())
  const [loaded] = useLoaded(loadHeadlineFont)
  return wasLoaded || loaded !== null
}

/** Returns the width of a word in the headline font, in em. */
function widthOf(word: string): number {
  const context = globalThis.document?.createElement('canvas').getContext('2d')
  if (!context) return WORD_EM
  context.font = `100px ${HEADLINE_FONT}, Impact, sans-serif`
  return Math.max(1, context.measureText(word).width / 100)
}
