/** Simulates a browser that sends requests to a server process, or to an app in the test's process. */

export const ORIGIN = 'http://127.0.0.1:3000'
export const PASSWORD = 'correct horse battery staple'

export interface Call {
  readonly method?: string
  readonly json?: unknown
  readonly body?: BodyInit
  readonly headers?: Record<string, string>
}

/** Sends requests as a page of the server does, and stores cookies. */
export class Browser {
  readonly #origin: string
  readonly #request: (url: string, init: RequestInit) => Promise<Response>
  cookie: string

  constructor(origin: string, cookie = '', request: (url: string, init: RequestInit) => Promise<Response> = fetch) {
    this.#origin = origin
    this.#request = request
    this.cookie = cookie
  }

  async send(path: string, { method = 'GET', json, body, headers = {} }: Call = {}): Promise<Response> {
    const content = json === undefined ? body : JSON.stringify(json)
    const response = await this.#request(`${this.#origin}${path}`, {
      method,
      headers: {
        ...(method === 'GET' ? {} : { origin: this.#origin, 'sec-fetch-site': 'same-origin' }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookie === '' ? {} : { cookie: this.cookie }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
    })
    this.cookie = afterCookies(this.cookie, response.headers.getSetCookie())
    return response
  }

  post(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { method: 'POST', json, headers })
  }

  /** Returns the body of a GET request, which must succeed. */
  async get<T>(path: string): Promise<T> {
    return bodyOf<T>(path, await this.send(path))
  }

  /** Returns the body of a POST request, which must succeed. */
  async ask<T>(path: string, json?: unknown, headers?: Record<string, string>): Promise<T> {
    return bodyOf<T>(path, await this.post(path, json, headers))
  }

  /** Creates an account and signs this browser in. */
  async signUp(email = 'anna@example.org'): Promise<this> {
    await this.ask('/api/auth/signup', { email, password: PASSWORD })
    return this
  }

  /**
   * Opens a page of the sandbox and submits the form whose action ends in `action`, with its hidden fields. @throws
   * Error if there is no such form, or if the status of the response isn't 303
   */
  async submit(page: string, action: string, fields: Record<string, string>): Promise<Response> {
    const html = await (await fetch(page)).text()
    const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? []
    const form = forms.find((text) => (/^<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? '').endsWith(action))
    if (!form) throw new Error(`${page} has no form for "${action}"`)
    const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const target = new URL(/^<form[^>]* action="([^"]*)"/.exec(form)?.[1] ?? page, page)
    const body = new URLSearchParams([
      ...hidden.map(([, name = '', value = '']): [string, string] => [name, value]),
      ...Object.entries(fields),
    ])
    const headers = { origin: target.origin }
    const answer = await fetch(target, { method: 'POST', redirect: 'manual', headers, body })
    if (answer.status !== 303) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }
}

async function bodyOf<T>(path: string, answer: Response): Promise<T> {
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<T>
}

/** Returns the Cookie header after a response. Removes expired cookies. */
function afterCookies(header: string, lines: readonly string[]): string {
  const jar = new Map(header === '' ? [] : header.split('; ').map((pair) => [pair.split('=')[0] ?? '', pair] as const))
  for (const line of lines) {
    const [pair = ''] = line.split(';')
    const name = pair.split('=')[0] ?? ''
    if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}
