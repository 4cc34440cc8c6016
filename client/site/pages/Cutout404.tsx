import styles from './Cutout404.module.css'

/** The picture of the 404 page: the number behind the figure of the logo. */
export function Cutout404() {
  return (
    <svg className={styles.picture} viewBox="0 0 360 150" aria-hidden="true">
      <text className={styles.number} x="180" y="124" textAnchor="middle">
        404
      </text>
      <path
        className={styles.figure}
        d="M180 34a29 29 0 0 1 16.4 52.9C218 94 231 115 231 144v6H129v-6c0-29 13-50 34.6-57.1A29 29 0 0 1 180 34z"
      />
    </svg>
  )
}
