import type { LucideIcon } from 'lucide-react'
import { type ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { ariaKeys } from '../../browser/keyboard.ts'
import { Kbd } from '../controls/Kbd.tsx'
import { cx } from '../cx.ts'
import styles from './Menu.module.css'

interface MenuProps {
  trigger: ReactElement
  align?: 'start' | 'center' | 'end'
  children: ReactNode
}

/**
 * A button with a menu of actions. The menu is not modal. A modal menu would block scrolling. A modal menu would also
 * hide the page from screen readers while the focus may still be in the page.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align={align} sideOffset={6} collisionPadding={8} loop>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface ItemProps {
  icon?: LucideIcon | undefined
  shortcut?: string | undefined
  isDanger?: boolean | undefined
  isDisabled?: boolean | undefined
  onSelect(): void
  children: ReactNode
}

export const MenuItem = (props: ItemProps) => <ItemOf as={DropdownMenu.Item} {...props} />

/** An item of a menu or context menu. `as`: the menu's item component. */
export function ItemOf({ as: Item, icon, shortcut, isDanger, isDisabled = false, onSelect, children }: ItemOfProps) {
  return (
    <Item
      className={cx(styles.item, isDanger && styles.danger)}
      disabled={isDisabled}
      aria-keyshortcuts={shortcut && ariaKeys(shortcut)}
      onSelect={({ target }) => {
        focusTrigger(target)
        onSelect()
      }}
    >
      <ItemFace icon={icon} shortcut={shortcut}>
        {children}
      </ItemFace>
    </Item>
  )
}

/**
 * Returns the focus to the menu's button before an item's action. Otherwise a dialog that the action opens would
 * remember the item as the element to focus afterwards. Context menus have no button.
 */
function focusTrigger(item: EventTarget | null) {
  const menu = item instanceof Element ? item.closest('[role=menu]') : null
  document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')?.focus()
}

type ItemOfProps = ItemProps & { as: typeof DropdownMenu.Item | typeof ContextMenu.Item }

/** The content of an item in a menu or context menu. */
export const ItemFace = ({ icon: Glyph, shortcut, children }: Pick<ItemProps, 'icon' | 'shortcut' | 'children'>) => (
  <>
    {Glyph && <Glyph className={styles.icon} strokeWidth={1.75} aria-hidden />}
    <span className={styles.text}>{children}</span>
    {shortcut && <Kbd keys={shortcut} />}
  </>
)

export const MenuSeparator = () => <DropdownMenu.Separator className={styles.separator} />

/** Text in a menu that is not an action, such as the signed-in user's address. */
export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className={styles.label}>{children}</DropdownMenu.Label>
)
