import { Stage } from '../../components/panes.tsx'

export function WelcomeScreen() {
  return <Stage>{null}</Stage>
}
