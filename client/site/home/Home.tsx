import { lazy, Suspense } from 'react'
import { nextPaint } from '../../kit/base/idle.ts'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'

/** What is seen after the first scroll comes after the first page. */
const Rest = lazy(() => nextPaint().then(() => import('./Rest.tsx')))

/** Sells by showing: what can be done, to be tried on the spot. */
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
