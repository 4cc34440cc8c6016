import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { compileCalls, compileTable } from './messages.ts'

const compiled = (code: string) => compileCalls(code, parseAst(code))

it('replaces texts with placeholders by compiled messages and keeps other texts', () => {
  expect(compiled("a(t('Close'), t('Zoom {n}', { n }))")).toBe(
    'a(t(\'Close\'), t({"id":"Zoom {n}","message":["Zoom ",["n"]]}, { n }))',
  )
})

it('returns null for a module without such texts', () => {
  expect(compiled("const x = t('Close') + other('{n}')")).toBeNull()
})

it('compiles a catalogue, keyed by the English text', () => {
  expect(JSON.parse(compileTable('{"Close": "Schließen", "Zoom {n}": "{n} fach"}'))).toEqual({
    Close: 'Schließen',
    'Zoom {n}': [['n'], ' fach'],
  })
})
