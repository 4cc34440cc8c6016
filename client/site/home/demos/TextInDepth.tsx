import { type CSSProperties, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import styles from './Demo.module.css'
import { DemoCard } from './DemoCard.tsx'
import photo from './rocket.webp'
import subject from './rocket-subject.webp'

const WORD = 'LIFT OFF'

/** Number of stacked copies of the letters that form their sides. */
const SHEETS = 22

/** Demo: extruded text that the visitor turns with a slider. */
export function TextInDepth() {
  const [turn, setTurn] = useState(-28)
  return (
    <DemoCard
      title={t('Text with depth')}
      text={t('Extrude it, turn it in three directions, light it, and let it cast a shadow.')}
      control={{ label: t('Rotation'), value: turn, min: -50, max: 50, unit: '°', onChange: setTurn }}
    >
      <img className={styles.wide} src={photo} alt={t('A rocket on its pad at dusk')} loading="lazy" />
      <span className={styles.room} aria-hidden="true">
        <span className={styles.solid} style={{ '--turn': `${turn}deg` } as CSSProperties}>
          {Array.from({ length: SHEETS }, (_, i) => SHEETS - i).map((back) => (
            <span key={back} className={styles.sheet} style={{ '--back': back } as CSSProperties}>
              {WORD}
            </span>
          ))}
          <span className={styles.face}>{WORD}</span>
        </span>
      </span>
      <img className={styles.wide} src={subject} alt="" loading="lazy" />
    </DemoCard>
  )
}
