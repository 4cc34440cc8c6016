import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

interface PartProps {
  /** Shown until the code has loaded. Default: nothing. */
  fallback?: ReactNode
  /** Called when the code fails to load, or when the component throws while it renders. */
  onFail?(): void
}

type Load<P extends object> = () => Promise<{ default: ComponentType<P> }>

/**
 * Wraps a component whose code is loaded at its first render. After a failure, the wrapper renders nothing and calls
 * `onFail`, and the rest of the page remains usable. The next mount imports the code again, unlike React.lazy.
 */
export function lazyPart<P extends object>(load: Load<P>): ComponentType<P & PartProps> {
  let Late = lazy<ComponentType<object>>(load as Load<object>)
  return function LazyPart({ fallback, onFail, ...props }) {
    const fail = () => {
      Late = lazy(load as Load<object>)
      onFail?.()
    }
    return (
      <Boundary onFail={fail}>
        <Suspense fallback={fallback}>
          <Late {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

interface BoundaryProps {
  /** Content that replaces the children after an error. Default: nothing. */
  fallback?: ReactNode
  onFail?(error: unknown): void
  children: ReactNode
}

/**
 * Catches errors of its children, during rendering or loading, and renders `fallback` instead. The rest of the page
 * remains usable.
 */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFail?.(error)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
