/** Opens the editor in a browser engine: signs up, opens a photo and reads the exports. */
import { readFileSync } from 'node:fs'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { sample } from '../support/samples.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { type Front, SCRIPT_PATH, startFront } from './front.ts'
import { type EngineName, engines, isInstalled } from './runner/engines.ts'
import { EngineUser } from './user.ts'
import { watchScript } from './watch.ts'

/**
 * Starts a server and a browser for one test file and stops both afterwards. Skips the tests if the engine isn't
 * installed. `broken`: paths whose connections fail.
 */
export function atEditor(name: EngineName, broken?: RegExp): { user(): EngineUser; front(): Front; origin(): string } {
  let server: RunningServer
  let front: Front
  let user: EngineUser
  beforeAll(async () => {
    if (!isInstalled(name)) return
    server = await startServer({ BILLING: 'off' })
    front = await startFront(server.origin, watchScript(), broken)
    user = await openEditor(name, front.origin)
  })
  beforeEach(({ skip }) => {
    skip(!isInstalled(name), `${engines[name].label} is not installed. npm run test:engines installs it.`)
  })
  afterAll(async () => {
    await user?.page.close()
    await front?.stop()
    await server?.stop()
  })
  return { user: () => user, front: () => front, origin: () => front.origin }
}

/** Opens a separate browser with a new account, in the editor. Closes the browser and rejects if a step fails. */
export async function openEditor(name: EngineName, origin: string, open = engines[name].open): Promise<EngineUser> {
  const page = await open()
  try {
    // Opens a script file first, because the engine logs errors when a loading page is left.
    await page.goto(origin + SCRIPT_PATH)
    await page.evaluate(async () => {
      localStorage.setItem('midground-tour', 'seen')
      const body = JSON.stringify({ email: `engine-${crypto.randomUUID()}@example.org`, password: 'correct horse 42' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch('/api/auth/signup', { method: 'POST', headers, body })
      if (answer.status !== 201) throw new Error(`sign-up: ${answer.status}`)
    })
    const user = new EngineUser(page)
    await visitEditor(user, origin)
    return user
  } catch (error) {
    await page.close()
    throw error
  }
}

/** Opens the editor and waits until its test hooks exist. */
export async function visitEditor(user: EngineUser, origin: string): Promise<void> {
  await user.page.goto(`${origin}/custom-editor`)
  await user.until('the editor stands', () => window.midground !== undefined)
}

/** Returns all console messages, uncaught errors and policy violations so far. */
export const complaintsOf = async ({ page }: EngineUser): Promise<string[]> => [
  ...page.messages(),
  ...(await page.evaluate(() => window.complaints?.() ?? ['the page is not watched'])),
]

/** Adds a text layer with this content and fits it to the canvas. */
export async function addText(user: EngineUser, content: string, button = 'Add Text'): Promise<void> {
  await user.press('tab', 'Text')
  await user.press('button', button)
  await user.fill('textbox', 'Text content', content)
  await user.press('button', 'Fit')
}

/** Returns true if a photo of this name is open and its subject search has finished. Runs in the page. */
export const isShown = (name: string): boolean =>
  window.midground?.document().photo?.name === name && document.querySelector('[aria-busy=true]') === null

/** Opens a sample photo and waits for its subject. */
export async function bring(user: EngineUser, file: string): Promise<void> {
  await give(user, file, readFileSync(sample(file)))
  await user.until('the subject is found', () => (window.midground?.document().separation ?? null) !== null)
}

/** Puts a file into the page's file input. Rejects if the page has no file input. */
export const give = (user: EngineUser, file: string, bytes: Buffer): Promise<void> =>
  user.page.evaluate(
    (base64, name) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=heic]')
      const files = new DataTransfer()
      files.items.add(new File([bytes], name, { type: `image/${name.replace(/.*\./, '').replace('jpg', 'jpeg')}` }))
      if (!input) throw new Error('no file input')
      input.files = files.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    bytes.toString('base64'),
    file,
  )

/** Clicks Download and decodes the delivered file as unpremultiplied RGBA. */
export async function download(user: EngineUser): Promise<PNG> {
  await user.page.evaluate(() => {
    window.handedOut = undefined
  })
  await user.press('button', 'Download')
  await user.until('a file is handed out', () => window.handedOut !== undefined)
  const url = await user.page.evaluate(() => window.handedOut ?? '')
  return PNG.sync.read(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'))
}

export const stateOf = (user: EngineUser) => user.page.evaluate(() => window.midground?.stateHash())

/** Returns the pixels of a sample photo as unpremultiplied RGBA. */
export const sampleOf = (file: string) => PNG.sync.read(readFileSync(sample(file)))
