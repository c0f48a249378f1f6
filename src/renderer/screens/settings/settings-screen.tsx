import { Stage } from '../../components/panes.tsx'

export function SettingsScreen() {
  return <Stage>{null}</Stage>
}
