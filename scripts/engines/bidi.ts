/** A WebDriver BiDi client over a WebSocket: commands, responses and events. https://w3c.github.io/webdriver-bidi/ */

type Params = Readonly<Record<string, unknown>>
interface Message {
  id?: number
  type: 'success' | 'error' | 'event'
  result?: unknown
  method?: string
  params?: unknown
  error?: string
  message?: string
}

/** A WebDriver BiDi connection (W3C): commands with answers, and events. */
export class Bidi {
  private readonly socket: WebSocket
  private readonly pending = new Map<number, (message: Message) => void>()
  private lastId = 0

  private constructor(socket: WebSocket, onEvent: (method: string, params: unknown) => void) {
    this.socket = socket
    socket.addEventListener('message', ({ data }) => {
      const message: Message = JSON.parse(String(data))
      if (message.type === 'event') onEvent(message.method ?? '', message.params)
      else this.pending.get(message.id ?? -1)?.(message)
    })
    socket.addEventListener('close', () => {
      for (const answer of this.pending.values())
        answer({ type: 'error', error: 'closed', message: 'the browser ended' })
    })
  }

  /** Connects to `url`. `onEvent` receives the events that were subscribed to. Rejects when nothing answers. */
  static async open(url: string, onEvent: (method: string, params: unknown) => void): Promise<Bidi> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`no answer from ${url}`)))
    })
    return new Bidi(socket, onEvent)
  }

  /**
   * Sends a command and resolves with its result. `R`: the result type that the protocol gives this method. @throws on
   * an error response.
   */
  async send<R>(method: string, params: Params): Promise<R> {
    const id = ++this.lastId
    const answer = await new Promise<Message>((resolve) => {
      this.pending.set(id, resolve)
      this.socket.send(JSON.stringify({ id, method, params }))
    })
    this.pending.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}: ${answer.message}`)
    return answer.result as R
  }

  /** Ends the connection. Pending commands reject. */
  close(): void {
    this.socket.close()
  }
}
