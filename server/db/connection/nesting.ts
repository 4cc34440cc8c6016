/** Prevents the use of a database inside its own transactions. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../database.ts'

type Access = Pick<Database, 'query' | 'transaction'>

const NESTED =
  'the database was used inside one of its own transactions: pass on the `orm` that the transaction is given'

/**
 * Wraps `query` and `transaction` of one database. The wrapped functions reject immediately inside `work` of a
 * transaction, and in code that `work` has started until the transaction ends. With a database file, such calls would
 * deadlock. With a database server, they wouldn't see the transaction's rows. Other databases can be used.
 */
export function refuseNesting({ query, transaction }: Access): Access {
  const current = new AsyncLocalStorage<{ isOpen: boolean }>()
  const isNested = () => current.getStore()?.isOpen === true
  return {
    query: (work) => (isNested() ? Promise.reject(new Error(NESTED)) : query(work)),
    transaction: (work) => {
      if (isNested()) return Promise.reject(new Error(NESTED))
      return transaction((orm) => {
        const open = { isOpen: true }
        return current
          .run(open, () => work(orm))
          .finally(() => {
            open.isOpen = false
          })
      })
    },
  }
}
