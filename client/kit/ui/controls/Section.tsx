import { ChevronRight } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { deviceStorage, parseJson, tryRead, tryWrite } from '../../device-storage/deviceStorage.ts'
import { cx } from '../cx.ts'
import styles from './Section.module.css'

interface Props {
  title: string
  /** Sets whether the section is open. Without `isOpen`, the section manages its own state. */
  isOpen?: boolean
  startsOpen?: boolean
  onToggle?(isOpen: boolean): void
  /** If true, this section is inside another section. */
  isNested?: boolean
  /** Content next to the title, such as a switch or a button. */
  aside?: ReactNode
  children: ReactNode
}

/** A titled group of controls that can be collapsed. */
export function Section({ title, isOpen, startsOpen = false, isNested = false, onToggle, aside, children }: Props) {
  const [ownOpen, setOwnOpen] = useState(startsOpen)
  const toggle = (next: boolean) => {
    setOwnOpen(next)
    onToggle?.(next)
  }
  return (
    <Collapsible.Root asChild open={isOpen ?? ownOpen} onOpenChange={toggle}>
      <section className={cx(styles.section, isNested && styles.nested)} aria-label={title}>
        <div className={styles.head}>
          <Collapsible.Trigger className={styles.trigger}>
            <span className={styles.title}>{title}</span>
            <ChevronRight className={styles.chevron} aria-hidden />
          </Collapsible.Trigger>
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
        <Collapsible.Content className={styles.content}>
          <div className={styles.body}>{children}</div>
        </Collapsible.Content>
      </section>
    </Collapsible.Root>
  )
}

/** A section that is closed at first. The browser stores under `name` whether the user has opened the section. */
export function RememberedSection({ name, ...props }: { name: string } & Pick<Props, 'title' | 'children'>) {
  const [isOpen, setOpen] = useOpenSection(name)
  return <Section {...props} isOpen={isOpen} onToggle={setOpen} />
}

const KEY = 'midground-open-sections'

/** Returns the names of the open sections. */
function openSections(): readonly string[] {
  const stored = parseJson(tryRead(KEY))
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/**
 * Hook that returns whether a section is open, and a function that opens or closes the section. The state is remembered
 * for later visits.
 */
export function useOpenSection(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => openSections().includes(name))
  const store = (next: boolean) => {
    setOpen(next)
    const others = openSections().filter((each) => each !== name)
    tryWrite(() => deviceStorage()?.setItem(KEY, JSON.stringify(next ? [...others, name] : others)))
  }
  return [isOpen, store]
}
