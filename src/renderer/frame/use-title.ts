import { useEffect } from 'react'
import { useText } from '../i18n/text.tsx'
import { sections } from './sections.ts'

/** The window's title says where one is, and in a browser tab also that something waits. */
export function useTitle(location: string, waiting: number): void {
  const t = useText()
  const section = sections.find(({ path }) => location.startsWith(path))
  const where = section ? `${t(section.name)} – ${t('app.name')}` : t('app.name')
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${where}` : where
  }, [where, waiting])
}
