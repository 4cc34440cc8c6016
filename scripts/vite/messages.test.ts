import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { compileCalls, compileTable } from './messages.ts'

const compiled = (code: string) => compileCalls(code, parseAst(code))

it('texts with placeholders are replaced by compiled messages', () => {
  expect(compiled("a(t('Close'), t('Zoom {n}', { n }))")).toBe(
    'a(t(\'Close\'), t({"id":"Zoom {n}","message":["Zoom ",["n"]]}, { n }))',
  )
})

it('a module without placeholders is not changed', () => {
  expect(compiled("const x = t('Close') + other('{n}')")).toBeNull()
})

it('a compiled catalogue is keyed by the English text', () => {
  expect(JSON.parse(compileTable('{"Close": "Schließen", "Zoom {n}": "{n} fach"}'))).toEqual({
    Close: 'Schließen',
    'Zoom {n}': [['n'], ' fach'],
  })
})
