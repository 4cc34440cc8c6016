import { expect, it, vi } from 'vitest'
import { fetchAgain } from './fetchAgain.ts'

const failing = (message: string) => () => Promise.reject(new TypeError(message))

it('asks under another address for what an engine remembers as failed', async () => {
  for (const words of [
    'Failed to fetch dynamically imported module: ',
    'error loading dynamically imported module: ',
  ]) {
    const importFrom = vi.fn(async () => 'panel')
    const load = failing(`${words}https://a.example/assets/panel-1x.js`)
    expect(await fetchAgain(load, 2, importFrom)).toBe('panel')
    expect(importFrom).toHaveBeenCalledWith('https://a.example/assets/panel-1x.js?attempt=2')
  }
})

it('takes what comes, and says what failed where no address is told', async () => {
  expect(await fetchAgain(async () => 'panel', 1)).toBe('panel')
  await expect(fetchAgain(failing('Importing a module script failed.'), 1)).rejects.toThrow('Importing a module')
})
