import { Demos } from './demos/Demos.tsx'
import { Hero } from './Hero.tsx'
import styles from './Home.module.css'
import { Plans } from './Plans.tsx'
import { Privacy } from './Privacy.tsx'

/** Sells by showing: what can be done, to be tried on the spot. */
export default function Home() {
  return (
    <div className={styles.home}>
      <Hero />
      <div className={styles.rest}>
        <Demos />
        <Privacy />
        <Plans />
      </div>
    </div>
  )
}
