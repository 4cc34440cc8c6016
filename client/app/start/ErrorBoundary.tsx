import { Component, type ReactNode } from 'react'
import { ErrorPage } from '../../site/pages/ErrorPage.tsx'

/** Catches errors of rendering and of loading code, and shows the error page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <ErrorPage /> : this.props.children
  }
}
