import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** What every part takes: called when its code does not arrive, or when it fails while it renders. */
interface PartProps {
  onFail(): void
}

/**
 * Wraps a component whose code is loaded when it is first rendered; nothing is shown meanwhile. A failure renders
 * nothing, calls `onFail` and leaves the rest of the page as it is. The next mount imports the code anew, because
 * React.lazy keeps a rejected import.
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

class Boundary extends Component<PartProps & { children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    this.props.onFail()
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
