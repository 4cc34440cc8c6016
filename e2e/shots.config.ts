/**
 * Playwright's configuration for `npm run shots`. It runs the accessibility tests, because they visit every screen and
 * state, and `checkAxe` then also takes screenshots.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
const visitsStates = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('checkAxe(')

export default defineConfig(base, {
  testMatch: files.filter((file) => file.endsWith('.shots.ts') || (file.endsWith('.spec.ts') && visitsStates(file))),
  testIgnore: [],
  outputDir: '../.cache/shots',
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['html', { outputFolder: '../shots/report', open: 'never' }]],
})
