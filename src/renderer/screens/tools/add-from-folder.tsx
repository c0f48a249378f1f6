import { FolderPlus } from 'lucide-react'
import { Link } from 'wouter'
import { Kbd } from '../../components/kbd.tsx'
import { useText } from '../../i18n/text.tsx'

/** More tools come from a folder. */
export function AddFromFolder() {
  const t = useText()
  return (
    <div className="pane-foot">
      <Link className="button" data-kind="quiet" href="/plugins/add">
        <FolderPlus className="icon" aria-hidden />
        {t('tools.add_from_folder')}
        <span className="grow" />
        <Kbd keys="mod+shift+o" />
      </Link>
    </div>
  )
}
