import { CloudOff } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'

interface Props {
  /** Called before the children render again, to replace a lazy component whose import was rejected. */
  onRetry(): void
  children: ReactNode
}

/** Catches errors of a panel and of loading its code, and offers to try again. The rest of the editor continues. */
export class PanelBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** React batches both updates, so the children render with the changes of `onRetry`. */
  readonly #retry = () => {
    this.setState({ failed: false })
    this.props.onRetry()
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState icon={CloudOff} text={t('Failed to load this tool. Your work isn’t affected.')}>
          <Button onClick={this.#retry}>{t('Try again')}</Button>
        </EmptyState>
      </div>
    )
  }
}
