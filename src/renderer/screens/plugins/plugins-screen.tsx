import { Stage } from '../../components/panes.tsx'

export function PluginsScreen() {
  return <Stage>{null}</Stage>
}
