import { FileSpreadsheet } from 'lucide-react'
import { type ClipboardEvent, type ComponentProps, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { unreadable } from '#client/editor/flows/messages.ts'
import type { BatchRecord, Columns } from '#client/editor/storage/batchStore.ts'
import { type TextField, textName } from '#client/engine/template/withTexts.ts'
import { nextPaint } from '#client/kit/async/scheduling.ts'
import { isComposing } from '#client/kit/browser/keyboard.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { useLatest } from '#client/kit/ui/hooks.ts'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import { parseRecords } from '#server/contract/tables/csv.ts'
import { checkTableSize, decodeTable, TableError } from '#server/contract/tables/tableText.ts'
import styles from './Batch.module.css'
import type { Batch } from './batch.ts'
import { listOf, NOTICES, unusedRowsText } from './batchTexts.ts'
import { sampleFields } from './items.ts'
import { BLANK, type CellPlace, isHeaderOf, readWords } from './readWords.ts'
import type { BatchState } from './state.ts'

/**
 * A table of the template's text layers, with text for all photos and text per photo. Accepts pasted cells and CSV
 * files. Renders nothing if the template has no text.
 */
export function BatchWords({ batch }: { batch: Batch }) {
  const { items, record, exporting, isTextOpen } = useSnapshot(batch.state)
  const fields = fieldsOf(record)
  if (fields.length === 0) return null
  const rows = [
    { id: '', name: t('All photos'), texts: record.texts },
    ...items.map(({ id, name, texts }) => ({ id, name, texts })),
  ]

  function paste(event: ClipboardEvent) {
    const table = event.clipboardData.getData('text/plain')
    const cell = cellOf(event.target)
    if (!cell || !/[\t\r\n]/.test(table.trim())) return
    event.preventDefault()
    if (event.target instanceof HTMLElement) event.target.blur() // a focused cell would not update to the pasted text
    void take(batch, table, cell)
  }

  return (
    <Section
      title={t('Text for each photo')}
      isOpen={isTextOpen}
      onToggle={(isOpen) => {
        batch.state.isTextOpen = isOpen
      }}
    >
      <div className={styles.words}>
        <p className={styles.note}>
          {t('Paste cells from a spreadsheet, or import a CSV file.')} {t('Empty fields use the gray text.')}{' '}
          {t('To leave a field empty, type a space.')}{' '}
          {t('If the table has column names, empty cells leave out that text.')}
        </p>
        <FileButton
          size="small"
          icon={FileSpreadsheet}
          disabled={exporting !== null}
          input={{
            label: t('CSV file'),
            accept: '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain',
            onChoose: (file) => void take(batch, file),
          }}
        >
          {t('Import CSV')}
        </FileButton>
      </div>
      <fieldset className={styles.scroll} disabled={exporting !== null}>
        <table className={styles.table} onPaste={paste} onKeyDown={moveDown}>
          <thead>
            <tr>
              {[t('Photo'), ...fields.map(({ label }) => label)].map((title) => (
                <th key={title} scope="col" dir="auto">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <Row
                key={row.id}
                {...row}
                place={place - 1}
                fields={fields}
                inherited={row.id ? record.texts : undefined}
                onChange={(texts) => void batch.changeTexts(new Map([[row.id, texts]]))}
              />
            ))}
          </tbody>
        </table>
      </fieldset>
    </Section>
  )
}

/**
 * A message that images contain sample text of the template, with buttons that edit it or leave it out. Renders nothing
 * if there is no such text.
 */
export function SampleText({ batch }: { batch: Batch }) {
  const { items, record } = useSnapshot(batch.state) as BatchState // safe cast: nothing is changed
  const keys = new Set(sampleFields({ items, record }).map(({ key }) => key))
  const fields = fieldsOf(record)
  const samples = fields.filter(({ key }) => keys.has(key))
  const [first] = samples
  if (!first) return null
  return (
    <div className={styles.sample}>
      <p>{t('Your images contain sample text: {texts}', { texts: listOf(samples.map(({ words }) => words)) })}</p>
      <Button size="small" onClick={() => void editCell(batch.state, { row: -1, column: fields.indexOf(first) })}>
        {t('Edit text')}
      </Button>
      <Button
        size="small"
        onClick={() =>
          void batch.changeTexts(new Map([['', Object.fromEntries([...keys].map((key) => [key, BLANK]))]]))
        }
      >
        {t('Remove')}
      </Button>
    </div>
  )
}

interface RowProps {
  name: string
  texts?: Columns | undefined
  /** position of the photo in the batch; -1 = all photos */
  place: number
  fields: readonly LabeledField[]
  /** The text for all photos. An empty cell shows it as a placeholder. */
  inherited: Columns | undefined
  onChange(texts: Columns): void
}

/** A row of the table: the text of one photo, or of all photos. */
function Row({ name, texts = {}, place, fields, inherited, onChange }: RowProps) {
  return (
    <tr>
      <th scope="row" dir="auto" title={name}>
        {name}
      </th>
      {fields.map(({ key, label, words }, column) => (
        <td key={key}>
          <Cell
            data-cell={`${place},${column}`}
            aria-label={`${label}, ${name}`}
            placeholder={inherited?.[key] || words}
            stored={texts[key] ?? ''}
            onStore={(value) => onChange({ [key]: value })}
          />
        </td>
      ))}
    </tr>
  )
}

/** Text is stored after the user has stopped typing for this time, ms. */
const TYPING_PAUSE_MS = 400

type CellProps = ComponentProps<'textarea'> & { stored: string; onStore(words: string): void }

/** A table cell that stores its text when the user stops typing, and when the cell loses the focus. */
function Cell({ stored, onStore, ...area }: CellProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const store = useLatest(() => {
    clearTimeout(timer.current)
    const { value = stored } = field.current ?? {}
    if (value !== stored) onStore(value)
  })
  // a layout effect's cleanup runs while the field still exists, even if Escape closes the dialog
  useLayoutEffect(() => () => store.current(), [store])
  useEffect(() => {
    if (!field.current) return
    // while the user types in the cell, its text isn't replaced
    if (field.current !== document.activeElement) field.current.value = stored
    field.current.rows = linesOf(field.current.value)
  }, [stored])
  const storeIn = (ms: number) => () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => store.current(), ms)
    if (field.current) field.current.rows = linesOf(field.current.value)
  }
  // The delay lets the focus move first. Storing changed text removes the photo's buttons, and the dialog would
  // otherwise take the focus.
  const onBlur = storeIn(0)
  const onInput = storeIn(TYPING_PAUSE_MS)
  return <textarea {...area} ref={field} rows={1} dir="auto" defaultValue={stored} onInput={onInput} onBlur={onBlur} />
}

const linesOf = (words: string) => words.split('\n').length

/** Reads the text of a table file. @throws {TableError} if the file is too large or isn't text */
async function readTable(file: File): Promise<string> {
  checkTableSize(file.size)
  return decodeTable(new Uint8Array(await file.arrayBuffer()))
}

/**
 * Reads a table and sets its text for the photos of the batch. Shows a notice with the file's name if the table can't
 * be read, or if a row isn't used. `pastedAt`: the focused cell; absent for a file. Text pasted into the row for
 * all photos, if it is a single row, applies to all photos.
 */
async function take(batch: Batch, table: File | string, pastedAt?: CellPlace): Promise<void> {
  const isFile = table instanceof File
  const named = (problem: string) => (isFile ? t('“{name}”: {problem}', { name: table.name, problem }) : problem)
  const { items, record } = batch.state
  const fields = fieldsOf(record)
  try {
    const text = isFile ? await readTable(table) : table
    const records = parseRecords(text, { isPasted: pastedAt !== undefined, isHeader: isHeaderOf(fields) })
    const from = pastedAt && records.length > 1 ? { ...pastedAt, row: Math.max(0, pastedAt.row) } : pastedAt
    const { words, ...unused } = readWords(records, fields, items, from)
    if (words.size === 0) {
      batch.state.notice = { code: 'no-words', text: named(t(NOTICES['no-words'])) }
      return
    }
    await batch.changeTexts(new Map([...words].map(([place, texts]) => [items[place]?.id ?? '', texts])))
    const problem = unusedRowsText(unused)
    if (problem) batch.state.notice ??= { code: 'unused-rows', text: named(problem) } // a failure is more important
  } catch (error) {
    console.warn(error)
    if (error instanceof TableError) batch.state.notice = { code: error.code, text: named(error.sentence(t)) }
    // the file may have been moved or deleted after the user selected it
    else batch.state.notice = isFile ? { code: 'table-unreadable', text: unreadable(table.name) } : 'failed'
  }
}

interface LabeledField extends TextField {
  label: string
}

/**
 * Returns the template's text fields, with the labels that the Templates panel uses. Text of a built-in template is in
 * the interface language. The label is also one of the field's names, because the user may use it as a column header in
 * a CSV file.
 */
const fieldsOf = ({ design }: { readonly design: BatchRecord['design'] }): LabeledField[] => {
  const inLanguage = (text: string) => (design?.kind === 'ours' ? t(text) : text)
  const fields = design?.fields ?? []
  const labels = fields.map(({ label }) => label && inLanguage(label))
  return fields.map(({ key, words, names }, role) => {
    const label = labels[role] ?? textName(role, labels)
    return { key, label, words: inLanguage(words).replace(/\s+/g, ' ').trim(), names: [...names, label.toLowerCase()] }
  })
}

/** Opens the table and moves the focus to a cell. */
async function editCell(state: BatchState, { row, column }: CellPlace): Promise<void> {
  state.isTextOpen = true
  await nextPaint()
  document.querySelector<HTMLElement>(`[data-cell="${row},${column}"]`)?.focus()
}

/** Returns the row and column of a cell's text field, or null if the element isn't a cell. */
function cellOf(element: EventTarget): CellPlace | null {
  const [row, column] = element instanceof HTMLElement ? (element.dataset.cell ?? '').split(',').map(Number) : []
  return row === undefined || column === undefined ? null : { row, column }
}

/**
 * On Enter, moves the focus to the cell below, as in a spreadsheet. The previous cell stores its text. Shift+Enter
 * inserts a line break.
 */
function moveDown(event: KeyboardEvent<HTMLElement>) {
  const { key, shiftKey, target, currentTarget, nativeEvent } = event
  const cell = key === 'Enter' && !shiftKey && !isComposing(nativeEvent) ? cellOf(target) : null
  if (!cell) return
  event.preventDefault()
  const below = currentTarget.querySelector<HTMLElement>(`[data-cell="${cell.row + 1},${cell.column}"]`)
  if (below) below.focus()
  else if (target instanceof HTMLElement) target.blur()
}
