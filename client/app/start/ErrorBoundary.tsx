import { Component, type ReactNode } from 'react'
import { Broken } from '../../site/pages/Broken.tsx'

/** A bug in a page, or a part of it that did not load, ends here and not in an empty screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Broken /> : this.props.children
  }
}
