import { type CSSProperties, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import photo from './astronaut.webp'
import subject from './astronaut-subject.webp'
import styles from './Demo.module.css'
import { DemoCard } from './DemoCard.tsx'

const WORD = 'ORBIT'

/** Demo: text behind a subject. */
export function TextBehind() {
  const [position, setPosition] = useState(50)
  return (
    <DemoCard
      title={t('Text behind the subject')}
      text={t('The subject is found for you, on your own device. Every layer can stand behind it or in front.')}
      control={{ label: t('Position'), value: position, min: 0, max: 100, unit: '%', onChange: setPosition }}
    >
      <img className={styles.portrait} src={photo} alt={t('An astronaut in an orange suit, smiling')} loading="lazy" />
      <span
        className={styles.orbit}
        style={{ '--position': `${(position - 50) * 0.9}cqw` } as CSSProperties}
        aria-hidden="true"
      >
        {WORD}
      </span>
      <img className={styles.portrait} src={subject} alt="" loading="lazy" />
    </DemoCard>
  )
}
