import { afterEach, expect, it, vi } from 'vitest'
import { WorkerConnection, type WorkerPort } from './workerConnection.ts'

const workers: (WorkerPort & { sent: unknown[]; isTerminated: boolean })[] = []
const received: string[] = []
let failures = 0

function createWorker(): WorkerPort {
  const worker = {
    sent: [] as unknown[],
    isTerminated: false,
    onmessage: null,
    onmessageerror: null,
    onerror: null,
    postMessage: (message: unknown) => void worker.sent.push(message),
    terminate: () => {
      worker.isTerminated = true
    },
  }
  workers.push(worker)
  return worker
}

const connect = () =>
  new WorkerConnection<string, string>({
    name: 'test',
    createWorker,
    startMessage: () => 'start',
    onMessage: (message) => received.push(message),
    onFailure: () => failures++,
  })

afterEach(() => {
  workers.length = 0
  received.length = 0
  failures = 0
  vi.restoreAllMocks()
})

it('starts one worker with the first message and sends the start message first', () => {
  const connection = connect()
  expect(workers).toHaveLength(0)
  connection.send('a')
  connection.send('b')
  expect(workers.map(({ sent }) => sent)).toEqual([['start', 'a', 'b']])
})

it('sends nothing to a worker that is not running, when asked so', () => {
  const connection = connect()
  connection.sendIfRunning('abort')
  expect(workers).toHaveLength(0)
  connection.send('a')
  connection.sendIfRunning('abort')
  expect(workers[0]!.sent).toEqual(['start', 'a', 'abort'])
})

it('passes messages on', () => {
  connect().send('a')
  workers[0]!.onmessage!.call(workers[0] as never, { data: 'answer' } as MessageEvent)
  expect(received).toEqual(['answer'])
})

it('terminates a worker that crashes, tells of it, and starts a fresh one for the next message', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const connection = connect()
  connection.send('a')
  workers[0]!.onerror!.call(workers[0] as never, { message: 'boom' } as ErrorEvent)
  expect([workers[0]!.isTerminated, failures]).toEqual([true, 1])
  connection.send('b')
  expect(workers[1]!.sent).toEqual(['start', 'b'])
})
