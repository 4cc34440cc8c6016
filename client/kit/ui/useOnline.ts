import { useSyncExternalStore } from 'react'
import { isOnline } from '../base/online.ts'

/** Whether the device has a network connection, as it changes. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true)

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
