import { Check, Info } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ABILITIES, type Ability, can } from '../../base/self-checks/selfChecks.ts'
import { t } from '../../i18n/translate.ts'
import styles from './BrowserCapabilities.module.css'
import { Spinner } from './Progress.tsx'

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

/** Description of each self-check, and the fallback where the check fails; English, translated when shown. */
const BROWSER_CAPABILITIES: Record<Ability, { name: string; without: string }> = {
  graphics: { name: 'Draws with WebGL 2', without: 'The editor cannot open.' },
  straightAlpha: {
    name: 'Keeps colours under transparency',
    without: 'Photos with transparency are read by our own decoders, which keep these colours.',
  },
  canvasUpload: { name: 'Draws soft edges of text as they are', without: 'Edges of text may look rough.' },
  exactReadback: {
    name: 'Reads back exactly what was painted',
    without: 'Nothing can be downloaded before this site may read its canvases. No credit is used.',
  },
  exactCanvas: {
    name: 'Writes files as they were painted',
    without: 'WebP files wait until this site may read its canvases. PNG and JPEG need nothing of it.',
  },
  halfFloats: {
    name: 'Adds up transparent layers in half floats',
    without: 'Transparent layers are added up in bytes, and may be off by a shade.',
  },
  wideGamut: {
    name: 'Shows the vivid colours of phone photos',
    without: 'The editor shows the nearest colours of sRGB. Downloads have the vivid ones.',
  },
  vectors: { name: 'Computes with vectors in WebAssembly', without: 'Downloads and the separation take longer.' },
  workers: {
    name: 'Computes in the background',
    without: 'Downloads are written by the page itself, and take longer.',
  },
  workerGraphics: {
    name: 'Separates on the graphics card',
    without: 'The separation computes on the processor.',
  },
  sharedMemory: {
    name: 'Shares memory between threads',
    without: 'Nothing here needs it: each thread has its own memory.',
  },
}
