import { Check, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ABILITIES, type Ability, can } from '../../base/self-checks/selfChecks.ts'
import { t } from '../../i18n/translate.ts'
import styles from './BrowserCapabilities.module.css'
import { BROWSER_CAPABILITIES } from './browserCapabilities.ts'
import { Spinner } from './Spinner.tsx'

type Answers = Record<Ability, boolean>

/** A list of the browser's abilities as the self-checks find them, each with the fallback where it is missing. */
export function BrowserCapabilities() {
  const [answers, setAnswers] = useState<Answers | null>(null)
  useEffect(() => {
    let isGone = false
    void askAll().then((found) => {
      if (!isGone) setAnswers(found)
    })
    return () => {
      isGone = true
    }
  }, [])
  if (!answers) return <Spinner label={t('Checking this browser')} />
  return (
    <ul className={styles.list} aria-label={t('What this browser can do')}>
      {ABILITIES.map((ability) => (
        <Finding key={ability} {...BROWSER_CAPABILITIES[ability]} isMet={answers[ability]} />
      ))}
    </ul>
  )
}

function Finding({ name, without, isMet }: { name: string; without: string; isMet: boolean }) {
  const Icon = isMet ? Check : Info
  return (
    <li className={styles.finding}>
      <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />
      <span>
        {t(name)}: {isMet ? t('yes') : t('no')}
      </span>
      {!isMet && <span className={styles.without}>{t(without)}</span>}
    </li>
  )
}

/** Runs the self-checks one after the other, because browsers limit the number of WebGL contexts. Never rejects. */
async function askAll(): Promise<Answers> {
  const answers: [Ability, boolean][] = []
  for (const ability of ABILITIES) answers.push([ability, await can(ability)])
  return Object.fromEntries(answers) as Answers // ABILITIES contains every key
}
