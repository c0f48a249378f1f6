import { Popover } from '@base-ui/react/popover'
import type { UseQueryResult } from '@tanstack/react-query'
import { Funnel, LayoutGrid, Rows3 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListPane, Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { spokenName } from '../../tool-parts/spoken-name.ts'
import { anyTool, filterTools, groupByCategory, isFiltered, type ToolFilter } from '../../tool-parts/tool-filter.ts'
import { toolPath } from '../../tool-parts/tool-path.ts'
import { ToolRow } from '../../tool-parts/tool-row.tsx'
import { ToolTile } from '../../tool-parts/tool-tile.tsx'
import { AddFromFolder } from './add-from-folder.tsx'
import { FilterList } from './filter-list.tsx'
import { TileAction } from './tile-action.tsx'
import { TileSkeletons } from './tile-skeletons.tsx'
import { useTileKeys } from './use-tile-keys.ts'

interface Props {
  readonly query: UseQueryResult<ToolView[], unknown>
  readonly filter: ToolFilter
  readonly onFilter: (filter: ToolFilter) => void
}

type Layout = 'grid' | 'rows'

export function ToolGallery({ query, filter, onFilter }: Props) {
  const t = useText()
  const search = useRef<HTMLInputElement>(null)
  const [layout, setLayout] = useState<Layout>('grid')
  useShortcut('mod+f', () => search.current?.focus())
  const tools = query.data ?? []
  const filters = <FilterList tools={tools} filter={filter} onFilter={onFilter} />
  return (
    <Stage panes="filter">
      <ListPane title={t('tools.title')} label={t('tools.filters')}>
        <div className="scroll">{filters}</div>
        <AddFromFolder />
      </ListPane>
      <main className="pane-main">
        <header className="bar">
          <h1 className="visually-hidden">{t('tools.title')}</h1>
          <div className="tools-search">
            <SearchField
              ref={search}
              label={tools.length > 0 ? t('tools.search_count', { count: tools.length }) : t('tools.search')}
              value={filter.search}
              shortcut="mod+f"
              onChange={value => onFilter({ ...filter, search: value })}
            />
          </div>
          <div className="tools-approval">
            <Select
              label={t('tools.operations.approval')}
              value={filter.approval ?? 'any'}
              options={(['any', 'all_ask', 'some_ask', 'runs_freely'] as const).map(value => ({
                value,
                label: t('tools.approval_filter', { choice: t(`tools.approval_filter.${value}`) }),
              }))}
              onChange={value => onFilter({ ...filter, approval: value === 'any' ? null : value })}
            />
          </div>
          <Popover.Root>
            <Popover.Trigger
              render={
                <Button className="only-narrow" icon={<Funnel className="icon" aria-hidden />}>
                  {t('tools.filter_menu')}
                </Button>
              }
            />
            <Popover.Portal>
              <Popover.Positioner className="menu-positioner" sideOffset={4} align="start">
                <Popover.Popup className="menu filter-popup" aria-label={t('tools.filters')}>
                  {filters}
                  <AddFromFolder />
                </Popover.Popup>
              </Popover.Positioner>
            </Popover.Portal>
          </Popover.Root>
          <span className="grow" />
          <Segmented
            label={t('tools.layout')}
            value={layout}
            options={[
              { value: 'grid', label: <LayoutIcon icon={LayoutGrid} name={t('tools.layout.grid')} /> },
              { value: 'rows', label: <LayoutIcon icon={Rows3} name={t('tools.layout.rows')} /> },
            ]}
            onChange={setLayout}
          />
        </header>
        <div className="scroll gallery">
          <QueryView
            query={query}
            loading={<TileSkeletons />}
            empty={<EmptyState title={t('tools.empty.title')}>{t('tools.empty.text')}</EmptyState>}
          >
            {all => <Groups tools={filterTools(all, filter)} layout={layout} filter={filter} onFilter={onFilter} />}
          </QueryView>
        </div>
      </main>
    </Stage>
  )
}

function LayoutIcon({ icon: Icon, name }: { icon: typeof LayoutGrid; name: string }) {
  return (
    <>
      <Icon className="icon icon-small" aria-hidden />
      <span className="visually-hidden">{name}</span>
    </>
  )
}

interface GroupsProps {
  readonly tools: readonly ToolView[]
  readonly layout: Layout
  readonly filter: ToolFilter
  readonly onFilter: (filter: ToolFilter) => void
}

function Groups({ tools, layout, filter, onFilter }: GroupsProps) {
  const t = useText()
  const keys = useTileKeys()
  if (tools.length === 0 && isFiltered(filter))
    return (
      <EmptyState
        title={t('tools.none.title')}
        action={<Button onClick={() => onFilter(anyTool)}>{t('tools.none.clear')}</Button>}
      >
        {t('tools.none.text')}
      </EmptyState>
    )
  return (
    <div {...keys}>
      {groupByCategory(tools).map(group => {
        const name = spokenName(group.category) || t('tools.uncategorised')
        return (
          <section key={group.category} aria-label={name}>
            <div className="section-head">
              <h2>{name}</h2>
              <span className="count">{group.tools.length}</span>
            </div>
            {layout === 'grid' ? (
              <div className="tiles">
                {group.tools.map(tool => (
                  <ToolTile key={tool.tool_class} tool={tool} action={<TileAction tool={tool} />} />
                ))}
              </div>
            ) : (
              <div className="framed">
                {group.tools.map(tool => (
                  <ToolRow key={tool.tool_class} tool={tool} href={toolPath(tool)}>
                    <TileAction tool={tool} />
                  </ToolRow>
                ))}
              </div>
            )}
          </section>
        )
      })}
    </div>
  )
}
