import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { Banner } from '../components/banner.tsx'

/** Troubles of the whole app, such as a weak secret store, stand above every screen. */
export function Notices() {
  const notices = useQuery(api.system.info.queryOptions()).data?.notices ?? []
  return notices.map(notice => (
    <div key={notice.message} className="banner-row">
      <Banner tone="warn">{notice.message}</Banner>
    </div>
  ))
}
