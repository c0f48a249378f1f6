import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { api } from '../../api/client.ts'
import { anyTool } from '../../tool-parts/tool-filter.ts'
import { ToolGallery } from './tool-gallery.tsx'
import { ToolPage } from './tool-page.tsx'

/** Every tool as a tile, or one tool's page. The filters outlive a look at a tool. */
export function ToolsScreen() {
  const { name, tab, scope } = useParams<{ name?: string; tab?: string; scope?: string }>()
  const [filter, setFilter] = useState(anyTool)
  const tools = useQuery(api.tools.list.queryOptions())
  return name === undefined ? (
    <ToolGallery query={tools} filter={filter} onFilter={setFilter} />
  ) : (
    <ToolPage query={tools} name={decoded(name)} tab={tab} scopeKey={scope} />
  )
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
