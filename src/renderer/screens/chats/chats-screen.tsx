import { Stage } from '../../components/panes.tsx'

export function ChatsScreen() {
  return (
    <Stage panes="list" detail={false}>
      {null}
    </Stage>
  )
}
