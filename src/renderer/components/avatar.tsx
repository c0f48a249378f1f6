/** An agent's letter. Decorative: the name stands beside it. */
export function Avatar({ name, size }: { name: string; size?: 'large' }) {
  return (
    <span className="avatar" data-size={size} aria-hidden="true">
      {[...name.trim()][0]?.toUpperCase() ?? '?'}
    </span>
  )
}
