import { PASSWORD } from './server.ts'

/** A simulated browser: stores cookies, sends an Origin header, and submits forms with their hidden fields. */
export class Visitor {
  readonly #origin: string
  cookie: string

  constructor(origin: string, cookie = '') {
    this.#origin = origin
    this.cookie = cookie
  }

  async get<T>(path: string): Promise<T> {
    return (await this.#send(path, {})).json() as Promise<T>
  }

  /** Returns the response body of a POST that must succeed. */
  async ask<T>(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const answer = await this.#send(path, jsonCall(json, headers))
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json() as Promise<T>
  }

  async post(path: string, json: unknown): Promise<number> {
    return (await this.#send(path, jsonCall(json, {}))).status
  }

  /** Creates an account, which signs this browser in. Returns the status. */
  signUp(email = 'anna@example.org'): Promise<number> {
    return this.post('/api/auth/signup', { email, password: PASSWORD })
  }

  /** Returns the status of an answer, and the reason or the error code in it. */
  async outcome(path: string, json?: unknown, headers: Record<string, string> = {}): Promise<[number, string | null]> {
    const answer = await this.#send(path, json === undefined ? {} : jsonCall(json, headers))
    const { reason, error } = (await answer.json()) as { reason?: string; error?: { code: string } }
    return [answer.status, reason ?? error?.code ?? null]
  }

  async upload(path: string, body: FormData): Promise<number> {
    return (await this.#send(path, { method: 'POST', body })).status
  }

  /** Opens a hosted page, finds the form whose action ends in `action`, and submits it with its hidden fields. */
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
    const answer = await fetch(target, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: target.origin },
      body,
    })
    if (answer.status !== 303) throw new Error(`${target} answered ${answer.status}: ${await answer.text()}`)
    return answer
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const answer = await fetch(`${this.#origin}${path}`, {
      ...init,
      headers: {
        ...init.headers,
        ...(init.method ? { origin: this.#origin } : {}),
        ...(this.cookie ? { cookie: this.cookie } : {}),
      },
    })
    this.cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? this.cookie
    return answer
  }
}

const jsonCall = (json: unknown, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  ...(json === undefined ? {} : { body: JSON.stringify(json) }),
})
