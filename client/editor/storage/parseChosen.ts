import type { SubjectSelection } from '../../model/document/document.ts'
import { finite, flag, InvalidProjectError, jsonArray, jsonRecord } from './validate.ts'

const MAX_CHOICES = 1000
const MAX_POINTS = 100

/** Parses the record of how the subject was chosen. @throws InvalidProjectError */
export function parseChosen(raw: unknown): SubjectSelection {
  const { start, choices } = jsonRecord(raw)
  return {
    start: parseStart(start),
    choices: jsonArray(choices, MAX_CHOICES).map((choice) => {
      const { adds, points } = jsonRecord(choice)
      return { adds: flag(adds), points: jsonArray(points, MAX_POINTS).map(parsePoint) }
    }),
  }
}

function parseStart(raw: unknown): SubjectSelection['start'] {
  if (raw === 'found' || raw === 'nothing' || raw === 'people') return raw
  return finite(raw)
}

function parsePoint(raw: unknown): SubjectSelection['choices'][number]['points'][number] {
  const { x, y, kind } = jsonRecord(raw)
  if (kind !== 'in' && kind !== 'out' && kind !== 'box-start' && kind !== 'box-end')
    throw new InvalidProjectError('no point')
  return { x: finite(x), y: finite(y), kind }
}
