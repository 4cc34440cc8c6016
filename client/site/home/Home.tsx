import { lazy, Suspense } from 'react'
import { nextPaint } from '../../kit/base/idle.ts'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'

/** Below the fold; loaded after the first screen. */
const Rest = lazy(() => nextPaint().then(() => import('./BelowTheFold.tsx')))

/** The landing page: interactive demos of what the editor does. */
export default function Home() {
  return (
    <div className={styles.home}>
      <Hero />
      <div className={styles.rest}>
        <Suspense>
          <Rest />
        </Suspense>
      </div>
    </div>
  )
}
