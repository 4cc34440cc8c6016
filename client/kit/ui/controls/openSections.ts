/** Sections whose state the browser remembers. The names of the open sections are stored on this device. */
import { useState } from 'react'
import { deviceStorage, parseJson, tryRead, tryWrite } from '../../base/deviceStorage.ts'

const KEY = 'midground-open-sections'

/** Returns the names of the open sections. */
function openSections(): readonly string[] {
  const stored = parseJson(tryRead(KEY))
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/** Hook that returns whether a section is open, and a function that opens or closes the section, also for later visits. */
export function useOpenSection(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => openSections().includes(name))
  const store = (next: boolean) => {
    setOpen(next)
    const others = openSections().filter((each) => each !== name)
    tryWrite(() => deviceStorage()?.setItem(KEY, JSON.stringify(next ? [...others, name] : others)))
  }
  return [isOpen, store]
}
