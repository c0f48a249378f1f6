import { Stage } from '../../components/panes.tsx'

export function AgentsScreen() {
  return <Stage>{null}</Stage>
}
