/** A thread of its own for one page: parsers are large, slow on pages made to be slow, and ended with the thread. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Converted, ConvertJob } from './read-url-services.ts'

async function convert(job: ConvertJob): Promise<string> {
  if (job.kind === 'pdf') return (await import('./pdf-to-text.ts')).pdfToText(job.bytes)
  return (await import('./html-to-markdown.ts')).htmlToMarkdown(job.html, job.url)
}

function answer(converted: Converted): void {
  parentPort?.postMessage(converted)
}

convert(workerData as ConvertJob).then(
  text => answer({ kind: 'text', text }),
  (error: unknown) => answer({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
)
