/** Mounts a component in the page of the test as the app does: in StrictMode and with the style sheet. */
import '#client/kit/ui/theme/base.css'
import { createElement, type ReactNode, StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'

const mounted: (() => void)[] = []

export function render(node: ReactNode): HTMLElement {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  // renders synchronously, with effects and StrictMode's second mount, so the component is ready for gestures
  flushSync(() => root.render(createElement(StrictMode, null, createElement(TooltipProvider, null, node))))
  mounted.push(() => {
    root.unmount()
    place.remove()
  })
  return place
}

afterEach(() => {
  for (const unmount of mounted.splice(0)) unmount()
})
