/** A worker that is started with the first message and can be replaced by a fresh one. */

/** The part of `Worker` that is used. */
export type WorkerPort = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onmessageerror' | 'onerror'>

interface ConnectionOptions<Command, Message> {
  /** For the console. */
  name: string
  createWorker(): WorkerPort
  /** Sent before everything else to each new worker. */
  startMessage(): Command
  onMessage(message: Message): void
  /** The worker crashed or a message could not be read. The worker is terminated by then. */
  onFailure(): void
}

/**
 * A connection to a worker that starts with the first message and can be replaced by a fresh one. `Command`: messages
 * to the worker. `Message`: messages from it.
 */
export class WorkerConnection<Command, Message> {
  readonly #options: ConnectionOptions<Command, Message>
  #port: WorkerPort | null = null

  constructor(options: ConnectionOptions<Command, Message>) {
    this.#options = options
  }

  /** Starts the worker if none is running. */
  send(command: Command, transfer: Transferable[] = []): void {
    this.#port ??= this.#start()
    this.#port.postMessage(command, transfer)
  }

  /** Sends nothing when no worker is running. */
  sendIfRunning(command: Command): void {
    if (this.#port) this.send(command)
  }

  /** Frees the worker with all its memory. The next `send` starts a fresh one. */
  terminate(): void {
    this.#port?.terminate()
    this.#port = null
  }

  /** Treats the worker as failed: logs the reason, terminates it and tells `onFailure`. */
  fail(reason: string): void {
    console.error(`${this.#options.name}: the worker failed: ${reason}`)
    this.terminate()
    this.#options.onFailure()
  }

  #start(): WorkerPort {
    const { createWorker, startMessage, onMessage } = this.#options
    const port = createWorker()
    port.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data)
    port.onerror = (event) => this.fail(event.message)
    port.onmessageerror = () => this.fail('a message could not be read')
    port.postMessage(startMessage(), [])
    return port
  }
}
