/** Records a page's policy violations, console and WebGL errors, and uncaught exceptions. */
import type { Page } from '@playwright/test'

/** Starts recording. Call it before the page is opened. The returned list grows with each error. */
export async function complaintsOf(page: Page): Promise<string[]> {
  const complaints: string[] = []
  await page.exposeFunction('complain', (text: string) => complaints.push(text))
  await page.addInitScript(() => {
    const { complain } = window as unknown as { complain(text: string): void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
      complain(`policy: ${effectiveDirective} ${blockedURI} in ${sourceFile}`),
    )
  })
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || /\bGL_INVALID/.test(message.text())
    if (isComplaint) complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  return complaints
}
