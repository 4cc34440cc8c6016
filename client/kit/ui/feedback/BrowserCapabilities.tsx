import { Check, Info } from 'lucide-react'
import { ABILITIES, type Ability, can } from '../../browser/self-checks/selfChecks.ts'
import { t } from '../../i18n/translate.ts'
import { useLoaded } from '../hooks.ts'
import styles from './BrowserCapabilities.module.css'
import { Spinner } from './Progress.tsx'

type Answers = Record<Ability, boolean>

/** A list of the browser's abilities with the results of the self-checks, and the fallbacks for missing abilities. */
export function BrowserCapabilities() {
  const [answers] = useLoaded(askAll)
  if (!answers) return <Spinner label={t('Checking your browser')} />
  return (
    <ul className={styles.list} aria-label={t('Browser features')}>
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
        {t(name)}: {isMet ? t('Yes') : t('No')}
      </span>
      {!isMet && <span className={styles.without}>{t(without)}</span>}
    </li>
  )
}

/** Runs the self-checks one after another, because browsers limit the number of WebGL contexts. Never rejects. */
async function askAll(): Promise<Answers> {
  const answers: [Ability, boolean][] = []
  for (const ability of ABILITIES) answers.push([ability, await can(ability)])
  return Object.fromEntries(answers) as Answers // safe cast: ABILITIES contains all keys of Answers
}

/** Description of each self-check, and the fallback if the check fails. The English text is translated when shown. */
const BROWSER_CAPABILITIES: Record<Ability, { name: string; without: string }> = {
  graphics: { name: 'WebGL 2', without: 'The editor can’t run without this feature.' },
  straightAlpha: {
    name: 'Preserves colors in transparent pixels',
    without: 'Midground uses its own decoders for photos with transparency.',
  },
  exactReadback: {
    name: 'Reads canvas pixels unaltered',
    without: 'To download images, allow this site to read canvas data. No credits are used.',
  },
  exactCanvas: {
    name: 'Encodes canvas images unaltered',
    without: 'To export WebP, allow this site to read canvas data. PNG and JPEG work without it.',
  },
  wideGamut: {
    name: 'Displays wide-gamut colors (Display P3)',
    without: 'The editor shows the closest sRGB colors. Downloads keep the original colors.',
  },
  vectors: { name: 'WebAssembly SIMD', without: 'The editor can’t run without this feature.' },
  secureContext: {
    name: 'Secure connection (HTTPS)',
    without:
      'Without HTTPS, you can’t copy or share images, save videos, install the app or work offline. A project that you open again is saved as a copy.',
  },
}
