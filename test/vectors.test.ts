import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reportLine, runFile, vectorFiles } from './vector-runners/run-vectors.ts'

const FOLDER = fileURLToPath(new URL('vectors', import.meta.url))

test.each(vectorFiles(FOLDER))(
  '%s: every answer is matched, or explained by a rule or a reason',
  async file => {
    const report = await runFile(FOLDER, file)
    console.log(reportLine(report))
    expect(report.unexplained).toEqual([])
  },
  120_000,
)
