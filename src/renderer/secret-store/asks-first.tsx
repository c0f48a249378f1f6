import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { api } from '../api/client.ts'

/** That the system may ask something when the first key is saved, and why (L3). Nothing once it has been asked. */
export function AsksFirst() {
  const info = useQuery(api.system.info.queryOptions())
  const asks = info.data?.secret_store.asks
  if (!asks) return null
  return (
    <p className="note">
      <Info className="icon" aria-hidden />
      {asks}
    </p>
  )
}
