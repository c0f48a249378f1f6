import { existsSync } from 'node:fs'
import { type Recording, readRecordings } from './recording.ts'
import { replayRecording } from './replay-recording.ts'
import { startReplayServer } from './replay-server.ts'

export interface StreamReport {
  readonly recording: Recording
  readonly problems: readonly string[]
}

/** Replays every recording of a folder; null when there is no such folder. */
export async function runStreams(folder: string): Promise<StreamReport[] | null> {
  if (!existsSync(folder)) return null
  const server = await startReplayServer({ status: 200, contentType: 'text/plain', body: new Uint8Array() })
  try {
    const reports: StreamReport[] = []
    for (const recording of readRecordings(folder))
      reports.push({ recording, problems: await replayRecording(recording, server) })
    return reports
  } finally {
    await server.close()
  }
}

export function reportLine({ recording: { name, expected, streamed }, problems }: StreamReport): string {
  const counts = expected.error
    ? 'an error body'
    : `${expected.text.length} text, ${expected.reasoning.length} reasoning, ${expected.calls.length} calls, ${expected.input}/${expected.output} tokens, ${expected.stop}`
  const verdict = problems.length === 0 ? 'same' : `${problems.length} differences`
  return `${name.padEnd(62)} ${streamed ? 'stream' : 'whole '}  ${verdict}  (${counts})`
}
