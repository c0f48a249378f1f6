import { Stage } from '../../components/panes.tsx'

export function ApprovalsScreen() {
  return <Stage panes="review">{null}</Stage>
}
