import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/**
 * Props of all lazy parts. `onFail` is called when the code fails to load, or when the component throws while it
 * renders.
 */
interface PartProps {
  onFail(): void
}

/**
 * Wraps a component whose code is loaded at its first render. Renders nothing until the code has loaded. After a
 * failure it renders nothing and calls `onFail`, and the rest of the page stays. The next mount imports the code again,
 * because React.lazy keeps a rejected import.
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Late = lazy<ComponentType<object>>(load as () => Promise<{ default: ComponentType<object> }>)
  return function LazyPart({ onFail, ...props }: P & PartProps) {
    const fail = () => {
      Late = lazy(load as () => Promise<{ default: ComponentType<object> }>)
      onFail()
    }
    return (
      <Boundary onFail={fail}>
        <Suspense>
          <Late {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  /** Content in place of the children after an error, by default none. `retry` renders the children again. */
  fallback?(retry: () => void): ReactNode
  onFail?(): void
  children: ReactNode
}

/** Catches errors of its children while they render or load their code. The rest of the page stays. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFail?.()
  }

  readonly #retry = () => this.setState({ failed: false })

  override render() {
    return this.state.failed ? this.props.fallback?.(this.#retry) : this.props.children
  }
}
