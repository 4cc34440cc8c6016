import { useSyncExternalStore } from 'react'
import { isOnline } from '../base/network.ts'

/** Hook that returns whether the device has a network connection, and renders again when that changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
