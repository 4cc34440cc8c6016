/** The browser of all tests: stories and components run in the same one. */
import { existsSync } from 'node:fs'

const chromium = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find((path) => existsSync(path))

export const launchOptions = {
  ...(chromium ? { executablePath: chromium } : {}),
  args: [
    // Software WebGL on purpose: a developer's own GPU must not change what the tests see.
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
    '--no-first-run',
  ],
}
