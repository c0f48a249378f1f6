import { existsSync } from 'node:fs'
import { type Recording, readRecordings } from './recording.ts'
import { type CutReport, cutEverywhere, replayRecording } from './replay-recording.ts'
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

/** Three short streams, of each format and with calls and reasoning, cut and broken off after every byte. */
export async function runCuts(folder: string, step = 1): Promise<CutReport[]> {
  const streams = existsSync(folder) ? readRecordings(folder).filter(({ streamed }) => streamed) : []
  const chosen: Recording[] = []
  const choose = (wanted: (recording: Recording) => boolean) => {
    const left = streams.filter(recording => wanted(recording) && !chosen.includes(recording))
    const shortest = left.toSorted((a, b) => a.body.length - b.body.length)[0]
    if (shortest) chosen.push(shortest)
  }
  choose(({ format }) => format === 'anthropic')
  choose(({ format, expected }) => format === 'openai' && expected.calls.length > 0)
  choose(({ format, expected }) => format === 'openai' && expected.reasoning !== '')
  const server = await startReplayServer({ status: 200, contentType: 'text/plain', body: new Uint8Array() })
  try {
    const reports: CutReport[] = []
    for (const recording of chosen) reports.push(await cutEverywhere(recording, server, step))
    return reports
  } finally {
    await server.close()
  }
}

export function cutLine({ recording: { name }, places, problems }: CutReport): string {
  const verdict = problems.length === 0 ? 'same' : `${problems.length} differences`
  return `${name.padEnd(62)} cut     ${verdict}  (cut and broken off after each of ${places} bytes)`
}

export function reportLine({ recording: { name, expected, streamed }, problems }: StreamReport): string {
  const counts = expected.error
    ? 'an error body'
    : `${expected.text.length} text, ${expected.reasoning.length} reasoning, ${expected.calls.length} calls, ${expected.input}/${expected.output} tokens, ${expected.stop}`
  const verdict = problems.length === 0 ? 'same' : `${problems.length} differences`
  return `${name.padEnd(62)} ${streamed ? 'stream' : 'whole '}  ${verdict}  (${counts})`
}
