/** The billing rows of the database. Each function is one statement or one transaction. */
import type { Database } from '../../db/database.ts'
import { type CustomerRows, customerRows } from './customer-rows.ts'
import { type EventRows, eventRows } from './event-rows.ts'
import { type ReadingRows, readingRows } from './reading-rows.ts'
import { type ReconciliationRows, reconciliationRows } from './reconciliation-rows.ts'

/** All reads and writes of billing. Each method is one statement or one transaction. */
export interface BillingStore extends CustomerRows, ReadingRows, ReconciliationRows, EventRows {}

/** Creates the store. All times are in Unix seconds. */
export function createBillingStore(db: Database): BillingStore {
  return { ...customerRows(db), ...readingRows(db), ...reconciliationRows(db), ...eventRows(db) }
}
