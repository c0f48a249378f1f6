/** What it answers to everything else: what it is, and what it understands. */
export function help(examples: readonly string[]): string {
  const list = examples.map(example => `- ${example}`).join('\n')
  return `I am the Practice model. I am no AI: I only recognise a few phrases and turn them into tool calls, so that you can try out how agents, tools and approvals work.\n\nTry one of these:\n\n${list}\n\nFor real answers, add a model in Settings → Models.`
}
