import { EDITOR_PATH } from '#server/contract/guard.ts'
import { t } from '../../kit/i18n/translate.ts'
import { LinkButton } from '../../kit/ui/controls/Button.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** Shown instead of the editor in a browser without WebGL 2 or OffscreenCanvas. */
export function NoGraphics() {
  return (
    <MessagePage title={t('This browser cannot paint here')}>
      <MessageText>
        {t(
          'The editor draws with WebGL 2, which is missing or switched off. Turn on hardware acceleration in the browser’s settings, or come back with a recent Chrome, Edge, Firefox or Safari.',
        )}
      </MessageText>
      <MessageActions>
        <LinkButton look="primary" size="large" href={EDITOR_PATH}>
          {t('Try again')}
        </LinkButton>
      </MessageActions>
    </MessagePage>
  )
}
