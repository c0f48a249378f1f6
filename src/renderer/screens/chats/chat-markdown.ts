import type { TaskView, TimelineItem } from '../../../shared/contract/tasks.ts'

function itemMarkdown(item: TimelineItem, agent: string): string {
  switch (item.kind) {
    case 'user':
      return `**You:** ${item.text}`
    case 'assistant':
      return item.text && `**${agent}:** ${item.text}`
    case 'call':
      return `> ${item.call.display_name}: ${item.call.human_description} (${item.call.state.replaceAll('_', ' ')})`
    case 'notice':
      return `_${item.text}_`
  }
}

/** The conversation as Markdown, for the clipboard: what was said, and one line per call. */
export function chatMarkdown(task: TaskView): string {
  const parts = task.timeline.map(item => itemMarkdown(item, task.agent.name))
  return [`# ${task.title}`, ...parts].filter(Boolean).join('\n\n')
}
