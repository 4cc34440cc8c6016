import { lazy, Suspense } from 'react'
import { nextPaint } from '#client/kit/base/scheduling.ts'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'

/** Loaded after the first paint, because it is below the first screen. */
const Rest = lazy(() => nextPaint().then(() => import('./BelowTheFold.tsx')))

/** The home page. */
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
