import { Stage } from '../../components/panes.tsx'

export function ToolsScreen() {
  return <Stage>{null}</Stage>
}
