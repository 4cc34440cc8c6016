import { EDITOR_PATH } from '#server/contract/guard.ts'
import { LinkButton } from '../ui/Button.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** Instead of the editor where the browser has no WebGL 2. */
export function NoGraphics() {
  return (
    <MessagePage title="This browser cannot paint here">
      <MessageText>
        The editor draws with WebGL 2, which is missing or switched off. Turn on hardware acceleration in the browser’s
        settings, or come back with a recent Chrome, Edge, Firefox or Safari.
      </MessageText>
      <MessageActions>
        <LinkButton look="primary" size="large" href={EDITOR_PATH}>
          Try again
        </LinkButton>
      </MessageActions>
    </MessagePage>
  )
}
