/** Functions that the tests add to a page. They exist before the page's scripts run, even after a reload. */

declare global {
  interface Window {
    /** The last downloaded file, as a data URL. */
    handedOut?: string | undefined
    liveContexts?: () => number
    /** Returns the console messages, uncaught errors and policy violations of this tab. */
    complaints?: () => string[]
    /** Returns the only matching control of this name once it can be clicked. */
    controlOf?: (selector: string, name: string) => Element | undefined
  }
}

/** Key in sessionStorage. While it is set, the pages of this tab have no IndexedDB, so the editor can't save. */
export const KEEPS_NOTHING = 'story-keeps-nothing'

export const watchScript = () =>
  `(${refuseToKeep})('${KEEPS_NOTHING}');(${watchComplaints})();(${watchDownloads})();(${watchContexts})();(${findControls})();`

/** Removes IndexedDB, like browsers without storage in private windows. */
function refuseToKeep(sign: string): void {
  if (sessionStorage.getItem(sign)) Object.defineProperty(window, 'indexedDB', { value: undefined })
}

/** Records console messages and errors, which WebKit's driver doesn't report. Navigation doesn't clear the list. */
function watchComplaints(): void {
  const KEY = 'story-complaints'
  window.complaints = () => JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  const add = (text: string) => sessionStorage.setItem(KEY, JSON.stringify([...(window.complaints?.() ?? []), text]))
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...words: unknown[]) => {
      add(`${level}: ${words.map(String).join(' ')}`)
      write.apply(console, words)
    }
  }
  const nameOf = (target: EventTarget | null) => (target instanceof HTMLElement ? target.outerHTML : '')
  // WebKit measures new elements while a stylesheet is loading, and measures them again in the same frame. It reports
  // this as an error, although the observer gets the final size in the next frame.
  const isLateSize = (message?: string) => message?.startsWith('ResizeObserver loop completed')
  addEventListener(
    'error',
    ({ message, target }) => isLateSize(message) || add(`uncaught: ${message ?? nameOf(target)}`),
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => add(`unhandled: ${reason}`))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    add(`policy: ${violatedDirective} ${blockedURI}`),
  )
}

/** Records a download and prevents it, because MiniBrowser's download bar would shrink the page. */
function watchDownloads(): void {
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function () {
    if (!this.download) return click.call(this)
    const reader = new FileReader()
    reader.onload = () => {
      window.handedOut = String(reader.result)
    }
    void fetch(this.href)
      .then((answer) => answer.blob())
      .then((file) => reader.readAsDataURL(file))
  }
}

function watchContexts(): void {
  const contexts = new Set<WebGL2RenderingContext>()
  window.liveContexts = () => [...contexts].filter((context) => !context.isContextLost()).length
  for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
    const { getContext } = prototype
    Object.assign(prototype, {
      getContext(...given: unknown[]) {
        const context: unknown = Reflect.apply(getContext, this, given)
        if (context instanceof WebGL2RenderingContext) contexts.add(context)
        return context
      },
    })
  }
}

function findControls(): void {
  const nameOf = (element: Element) => {
    const labels = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null
    const texts = [
      element.getAttribute('aria-label'),
      labels.map((id) => document.getElementById(id)?.textContent).join(' '),
      label?.textContent,
      element.textContent,
    ]
    return texts.map((text) => text?.trim()).find(Boolean)
  }
  window.controlOf = (selector, name) => {
    const found = [...document.querySelectorAll(selector)].find(
      (element) => nameOf(element) === name && element.getClientRects().length > 0 && !element.closest('[inert]'),
    )
    return found?.matches(':disabled, [aria-disabled=true]') ? undefined : found
  }
}
