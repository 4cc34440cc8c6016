import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { compileCalls, compileTable } from './messages.ts'

const compiled = (code: string) => compileCalls(code, parseAst(code))

it('the plugin compiles text with placeholders into parts', () => {
  expect(compiled("a(t('Close'), t('Zoom {n}', { n }))")).toBe(
    'a(t(\'Close\'), t({"id":"Zoom {n}","message":["Zoom ",["n"]]}, { n }))',
  )
})

it('the plugin leaves a module without placeholders unchanged', () => {
  expect(compiled("const x = t('Close') + other('{n}')")).toBeNull()
})

it('a compiled catalogue has the English text as keys', () => {
  expect(JSON.parse(compileTable('{"Close": "Schließen", "Zoom {n}": "{n} fach"}'))).toEqual({
    Close: 'Schließen',
    'Zoom {n}': [['n'], ' fach'],
  })
})
