import { expect, it, vi } from 'vitest'
import { createListeners } from '#client/kit/async/listeners.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { stateHash } from '#client/model/document/testing.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { Autosave, type AutosaveDeps } from './autosave.ts'
import type { Draft, StorageError } from './projectStore.ts'

/** Creates a project store and a page. The test controls the store's writes and the page's idle periods. */
function setup(change: Partial<AutosaveDeps> = {}) {
  const session = separatedSession()
  const written: Draft[] = []
  const waiting = new Set<() => void>()
  let answer: Result<void, StorageError> = ok(undefined)
  let gate: Promise<void> = Promise.resolve()
  let hide = () => {}
  const problems: StorageError[] = []
  const released: string[] = []
  const pictures: string[] = []
  const downloaded: string[] = []
  const changes = createListeners()
  let ids = 0
  const autosave = new Autosave({
    session,
    store: {
      async write(draft) {
        await gate
        if (answer.ok) written.push(draft)
        return answer
      },
      onChange: changes.subscribe,
      setThumbnail: async (id) => void pictures.push(id),
      markDownloaded: async (id) => void downloaded.push(id),
    },
    locks: { acquire: async (id) => () => void released.push(id) },
    isPristine: (doc) => doc.tune.image.brightness === 120,
    now: () => 0,
    owner: () => 'anna',
    newProject: () => `project${++ids}`,
    whenIdle(run, wait) {
      const due = () => {
        if (wait === 'soon' || isQuiet) run()
      }
      waiting.add(due)
      return () => waiting.delete(due)
    },
    whenHidden(run) {
      hide = run
      return () => {}
    },
    thumbnail: async () => 'data:,',
    onProblem: (problem) => problems.push(problem),
    ...change,
  })
  let isQuiet = false
  /** Runs an idle period and waits for the work started in it. */
  async function idle(quiet = false) {
    isQuiet = quiet
    await settled()
    for (const due of [...waiting]) {
      waiting.delete(due)
      due()
    }
    await settled()
  }
  return {
    session,
    autosave,
    written,
    problems,
    released,
    pictures,
    downloaded,
    changeStore: changes.emit,
    idle,
    hide: () => hide(),
    say: (next: Result<void, StorageError>) => {
      answer = next
    },
    /** holds back all writes until the test calls the returned function */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
  }
}

/** Resolves when all pending promises have settled. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

const brighten = (session: Session, to: number) =>
  session.history.transact('Brightness', () => {
    session.doc.tune.image.brightness = to
  })
const states = (drafts: readonly { document: DocumentSnapshot }[]) => drafts.map(({ document }) => stateHash(document))

it('autosave stores the document once after each step', async () => {
  const { session, written, idle } = setup()
  brighten(session, 120)
  brighten(session, 130)
  await idle()
  expect(states(written)).toEqual([stateHash(snapshotOf(session))])
  expect(session.ui.storedVersion).toBe(session.history.state.version)
  await idle()
  expect(written).toHaveLength(1)
  session.history.undo()
  expect(session.ui.storedVersion).not.toBe(session.history.state.version)
  await idle()
  expect(written.map(({ isUntouched }) => isUntouched)).toEqual([false, true])
  expect(states(written).at(-1)).toBe(stateHash(snapshotOf(session)))
})

it('autosave marks a document as downloaded until its next change', async () => {
  const { session, written, downloaded, autosave, idle } = setup()
  brighten(session, 120)
  await idle()
  session.ui.downloadedVersion = session.history.state.version
  await settled()
  expect(downloaded).toEqual([autosave.current()])
  brighten(session, 130)
  await idle()
  expect(written.at(-1)?.isDownloaded).toBe(false)
})

it('autosave stores a download that happened before the save', async () => {
  const { session, written, idle } = setup()
  brighten(session, 120)
  session.ui.downloadedVersion = session.history.state.version
  await idle()
  expect(written[0]?.isDownloaded).toBe(true)
})

it.each([
  ['that is opened again in the same tab stays the same project', 'project1', 'project1'],
  ['that is open in another tab is saved as a new project', 'theirs', 'project2'],
])('a project %s', async (_, opened, saved) => {
  const { session, autosave, written, idle } = setup()
  brighten(session, 120)
  await idle()
  autosave.adopt({ id: opened, release: null })
  brighten(session, 130)
  await idle()
  expect(written.map(({ id }) => id)).toEqual(['project1', saved])
})

it('autosave stores the project for the signed-in account', async () => {
  const { session, written, idle } = setup()
  brighten(session, 120)
  await idle()
  expect(written.map(({ owner }) => owner)).toEqual(['anna'])
})

it('autosave reports that the open project was removed from the device', async () => {
  const open = setup()
  open.say(err('removed'))
  brighten(open.session, 120)
  await open.idle()
  expect(open.problems).toEqual(['removed'])
  const left = setup()
  left.say(err('removed'))
  brighten(left.session, 120)
  await left.autosave.dispose()
  expect(left.problems).toEqual([])
})

it('a saved document remains saved after an edit without an effect', async () => {
  const { session, written, idle } = setup()
  brighten(session, 120)
  await idle()
  brighten(session, 120)
  await idle()
  expect(written).toHaveLength(1)
  expect(session.ui.storedVersion).toBe(session.history.state.version)
})

it('autosave waits for the end of a gesture', async () => {
  const { session, written, idle } = setup()
  const gesture = session.history.begin('Brightness')
  session.doc.tune.image.brightness = 150
  await idle()
  expect(written).toEqual([])
  gesture.commit()
  await idle()
  expect(written).toHaveLength(1)
})

it('autosave saves without a delay when the page is hidden', async () => {
  const { session, written, hide } = setup()
  brighten(session, 120)
  hide()
  await settled()
  expect(states(written)).toEqual([stateHash(snapshotOf(session))])
})

it('autosave skips a state that is replaced while an earlier state is being written', async () => {
  const { session, written, idle, hold } = setup()
  const open = hold()
  brighten(session, 120)
  await idle()
  brighten(session, 130)
  await idle()
  brighten(session, 140)
  await idle()
  expect(written).toEqual([])
  open()
  await settled()
  expect(written.map(({ document }) => document.tune.image.brightness)).toEqual([120, 140])
})

it('a new photo creates a new project', async () => {
  const { session, written, released, idle } = setup()
  brighten(session, 120)
  await idle()
  session.history.restart(() => Object.assign(session.doc.photo!, { asset: 'q', name: 'q.jpg' }))
  await idle()
  expect(written.map(({ id, name }) => `${id} ${name}`)).toEqual(['project1 p.jpg', 'project2 q.jpg'])
  expect(released).toEqual(['project1'])
})

it('autosave saves changes to an opened project into that project', async () => {
  const { session, autosave, written, idle } = setup()
  const release = vi.fn()
  autosave.adopt({ id: 'restored', release })
  await idle()
  expect(written).toEqual([])
  brighten(session, 125)
  await idle()
  session.history.restart(() => Object.assign(session.doc.photo!, { asset: 'q' }))
  autosave.adopt(null, false, 'Poster')
  await idle()
  const saves = written.map(({ id, ownName, isUntouched }) => [id, ownName, isUntouched])
  expect(saves.join(' ')).toBe('restored,,false project1,Poster,true')
  expect(release).toHaveBeenCalledOnce()
})

it.each(['an edit', 'a deleted project', 'the hidden page'])('autosave reports a full disk until %s', async (after) => {
  const { session, autosave, written, problems, idle, say, changeStore, hide } = setup()
  const onSave = vi.fn()
  autosave.onSave(onSave)
  say(err('full'))
  for (const to of [120, 130]) {
    brighten(session, to)
    await idle()
    await idle()
  }
  expect([problems, session.ui.storedVersion, onSave.mock.calls]).toEqual([['full'], null, []])
  say(ok(undefined))
  if (after === 'an edit') brighten(session, 140)
  else if (after === 'a deleted project') changeStore()
  else hide()
  await idle()
  expect(states(written)).toEqual([stateHash(snapshotOf(session))])
  expect(onSave).toHaveBeenCalledOnce()
  say(err('full'))
  brighten(session, 150)
  await idle()
  expect(problems).toEqual(['full', 'full'])
})

it("autosave reports 'unavailable' if an image has no source file", async () => {
  const { session, problems, idle } = setup()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const bitmap = { width: 1, height: 1, close() {} } as unknown as ImageBitmap
  session.assets.restore([
    { kind: 'bitmap', id: 'p' as AssetId, bitmap, width: 1, height: 1, hasAlpha: false, sha256: '' },
  ])
  brighten(session, 120)
  await idle()
  expect(problems).toEqual(['unavailable'])
  expect(logged).toHaveBeenCalledOnce()
})

it('autosave stores a thumbnail after a pause in editing, and tries again to create a failed one', async () => {
  const made = [null, 'data:,']
  const { session, pictures, idle } = setup({ thumbnail: async () => made.shift() ?? null })
  brighten(session, 120)
  await idle()
  expect(made).toHaveLength(2)
  await idle(true)
  expect(pictures).toEqual([])
  await idle(true)
  expect(pictures).toEqual(['project1'])
})

it('leaving the editor stores the last state before releasing the project, even if an attempt failed', async () => {
  const { session, autosave, written, released, idle, say } = setup()
  brighten(session, 120)
  say(err('full'))
  await idle()
  say(ok(undefined))
  const last = stateHash(snapshotOf(session))
  const left = autosave.dispose()
  session.dispose()
  expect([await left, states(written), released]).toEqual(['project1', [last], ['project1']])
})

it('a project lock is released if another document opens before the lock is granted', async () => {
  const released: string[] = []
  const { promise: granted, resolve: grant } = Promise.withResolvers<() => void>()
  const { session, autosave, idle } = setup({ locks: { acquire: () => granted } })
  brighten(session, 120)
  await idle()
  autosave.adopt(null)
  grant(() => void released.push('project1'))
  await expect.poll(() => released).toEqual(['project1'])
})
