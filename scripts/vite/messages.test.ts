import { parseAst } from 'vite'
import { expect, it } from 'vitest'
import { compileCalls, compileTable } from './messages.ts'

const compiled = (code: string) => compileCalls(code, parseAst(code))

it('the plugin compiles a text with placeholders into its parts', () => {
  expect(compiled("a(t('Close'), t('Zoom {n}', { n }))")).toBe(
    'a(t(\'Close\'), t({"id":"Zoom {n}","message":["Zoom ",["n"]]}, { n }))',
  )
})

it("the plugin doesn't change a module without placeholders", () => {
  expect(compiled("const x = t('Close') + other('{n}')")).toBeNull()
})

it('a compiled catalogue has the English text as keys', () => {
  expect(JSON.parse(compileTable('{"Close": "Schließen", "Zoom {n}": "{n} fach"}'))).toEqual({
    Close: 'Schließen',
    'Zoom {n}': [['n'], ' fach'],
  })
})
