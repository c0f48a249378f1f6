import { type ReactNode, useCallback } from 'react'
import { IntlProvider, useIntl } from 'react-intl'
import { en } from './en.ts'

export type TextKey = keyof typeof en
export type TextValues = Readonly<Record<string, string | number | Date>>

export function TextProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={en}>
      {children}
    </IntlProvider>
  )
}

/** `const t = useText(); t('chats.waiting', { count: 2 })`. Text of tools and models is data and does not pass here. */
export function useText() {
  const intl = useIntl()
  return useCallback((key: TextKey, values?: TextValues): string => intl.formatMessage({ id: key }, values), [intl])
}

export type Text = ReturnType<typeof useText>
