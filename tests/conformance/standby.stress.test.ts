/** Tests a standby server that copies another server. The standby's file is then moved to an empty server. */
import { expect, it } from 'vitest'
import { openServer } from '#server/cluster/database.ts'
import { MIGRATIONS } from '../helpers/database.ts'
import { makeFolder } from '../helpers/folders.ts'
import { freePort } from '../helpers/freePort.ts'
import { runProgram } from '../server/helpers/process.ts'
import { HAS_LIBSQL, startLibsql } from './engines.ts'
import { addUser, userIds } from './open.ts'

const open = (url: string) => openServer({ url, authToken: null, migrations: MIGRATIONS })
const nameOf = (n: number) => `u${String(n).padStart(5, '0')}`

it.skipIf(!HAS_LIBSQL)(
  'the database file of a standby server contains all rows once a query has reached that server',
  async () => {
    const grpcPort = await freePort()
    const primary = await startLibsql({ grpcPort })
    const db = await open(primary.url)
    const standby = await startLibsql({ follows: grpcPort })
    // a standby server copies only after a query
    const following = await open(standby.url)
    let written = 0
    for (; written < 300; written++) await addUser(db, nameOf(written))
    await expect.poll(async () => (await userIds(following)).length).toBe(written)
    const followed = written
    for (; written < followed + 50; written++) await addUser(db, nameOf(written))
    await primary.stop()
    db.close()
    following.close()
    await standby.end()

    const empty = await startLibsql()
    const moved = await runProgram(['move', standby.file], { DATA_DIR: makeFolder(), DATABASE_URL: empty.url })
    expect([moved.code, moved.output]).toEqual([0, expect.stringContaining('all are the same on both sides')])
    const back = await open(empty.url)
    const ids = await userIds(back)
    expect(ids.length).toBeGreaterThanOrEqual(followed)
    expect(ids, 'only the last writes can be missing').toEqual(ids.map((_, n) => nameOf(n)))
    back.close()
    await empty.stop()
    await standby.stop()
  },
)
