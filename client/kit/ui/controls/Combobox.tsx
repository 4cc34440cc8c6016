import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import styles from './Combobox.module.css'

interface FieldProps extends ComponentProps<'input'> {
  label: string
  list: string
  /** Id of the active option, or undefined if the list is empty. */
  active: string | undefined
}

/** The search field of a list box (ARIA, "Combobox"). The field stays focused while keys change the active option. */
export const ComboboxField = ({ label, list, active, ...input }: FieldProps) => (
  <>
    <Search className={styles.glass} strokeWidth={1.75} aria-hidden />
    <input
      {...input}
      className={styles.query}
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded={active !== undefined}
      aria-controls={active && list}
      aria-autocomplete="list"
      aria-activedescendant={active}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
    />
  </>
)

interface OptionProps extends ComponentProps<'div'> {
  isSelected: boolean
  onChoose(): void
}

export const ComboboxOption = ({ isSelected, onChoose, ...option }: OptionProps) => (
  <div
    {...option}
    role="option"
    tabIndex={-1}
    aria-selected={isSelected}
    onClick={onChoose}
    onKeyDown={(event) => {
      if (event.key === 'Enter') onChoose()
    }}
  />
)
