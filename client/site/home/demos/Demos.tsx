import { type CSSProperties, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import astronaut from './astronaut.webp'
import astronautSubject from './astronaut-subject.webp'
import styles from './Demo.module.css'
import { DemoCard } from './DemoCard.tsx'
import { Outlined } from './Outlined.tsx'
import rocket from './rocket.webp'
import rocketSubject from './rocket-subject.webp'

/** Word of a demo. The words are part of the images, so they are not translated. */
const BEHIND = 'ORBIT'
const IN_DEPTH = 'LIFT OFF'

/** Three demos of the editor's tools, with one slider each. */
export function Demos() {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" className={styles.heading}>
        {t('Try it: move a slider')}
      </h2>
      <ul className={styles.cards}>
        <TextBehind />
        <Outlined />
        <TextInDepth />
      </ul>
    </section>
  )
}

/** Demo of text behind a subject. */
function TextBehind() {
  const [position, setPosition] = useState(50)
  return (
    <DemoCard
      title={t('Text behind the subject')}
      text={t('The subject is detected automatically, on your device. Place any layer behind it or in front of it.')}
      control={{ label: t('Position'), value: position, min: 0, max: 100, unit: '%', onChange: setPosition }}
    >
      <img
        className={styles.portrait}
        src={astronaut}
        alt={t('An astronaut in an orange suit, smiling')}
        loading="lazy"
      />
      <span
        className={styles.orbit}
        style={{ '--position': `${(position - 50) * 0.9}cqw` } as CSSProperties}
        aria-hidden="true"
      >
        {BEHIND}
      </span>
      <img className={styles.portrait} src={astronautSubject} alt="" loading="lazy" />
    </DemoCard>
  )
}

/** Number of stacked copies of the letters. They form the sides of the extrusion. */
const SHEETS = 22

/** Demo of extruded text that a slider rotates. */
function TextInDepth() {
  const [turn, setTurn] = useState(-28)
  return (
    <DemoCard
      title={t('3D text')}
      text={t('Add depth, rotate it on 3 axes, set the light and add a shadow.')}
      control={{ label: t('Rotation'), value: turn, min: -50, max: 50, unit: '°', onChange: setTurn }}
    >
      <img className={styles.wide} src={rocket} alt={t('A rocket on its pad at dusk')} loading="lazy" />
      <span className={styles.room} aria-hidden="true">
        <span className={styles.solid} style={{ '--turn': `${turn}deg` } as CSSProperties}>
          {Array.from({ length: SHEETS }, (_, i) => SHEETS - i).map((back) => (
            <span key={back} className={styles.sheet} style={{ '--back': back } as CSSProperties}>
              {IN_DEPTH}
            </span>
          ))}
          <span className={styles.face}>{IN_DEPTH}</span>
        </span>
      </span>
      <img className={styles.wide} src={rocketSubject} alt="" loading="lazy" />
    </DemoCard>
  )
}
