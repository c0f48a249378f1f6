/** Agents of one name get their number, so that nobody takes one for the other where only names are shown. */
export function toldApart<Agent extends { readonly id: number; readonly name: string }>(
  agents: readonly Agent[],
): readonly Agent[] {
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return agents.map(agent =>
    agents.some(other => other.id !== agent.id && same(other.name, agent.name))
      ? { ...agent, name: `${agent.name} (#${agent.id})` }
      : agent,
  )
}
