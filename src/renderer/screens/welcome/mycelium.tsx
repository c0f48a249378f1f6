/** Threads that grow from one point to many. Decoration only. */
export function Mycelium() {
  return (
    <svg
      className="mycelium"
      viewBox="0 0 276 132"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M2 128C40 120 60 104 82 98S128 96 150 78s34-40 62-44 46-18 60-30" />
      <path d="M82 98c4-16 0-30 12-44s26-14 30-30" />
      <path d="M150 78c18 4 30 14 52 12s30-16 48-14" />
      <path d="M104 96c14 8 22 20 40 24" />
      <path d="M94 54c-12-6-26-4-36-16" />
      <path d="M212 34c-2-12 6-20 4-32" />
      <path d="M202 90c8 8 12 20 26 26" />
      <g fill="currentColor" stroke="none">
        <circle cx="124" cy="24" r="3.5" />
        <circle cx="250" cy="76" r="3.5" />
        <circle cx="144" cy="120" r="3.5" />
        <circle cx="58" cy="38" r="3.5" />
        <circle cx="228" cy="116" r="3.5" />
        <circle cx="272" cy="4" r="3.5" />
        <circle cx="216" cy="4" r="3.5" />
      </g>
      <g className="mycelium-nodes" stroke="none">
        <circle cx="82" cy="98" r="4.5" />
        <circle cx="150" cy="78" r="4.5" />
      </g>
    </svg>
  )
}
