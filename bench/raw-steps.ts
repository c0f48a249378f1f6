import type { Database } from '../src/main/storage/database.ts'
import { openDatabase } from '../src/main/storage/open-database.ts'
import { assertEqual, type Cost, timed } from './measure.ts'

type Values = Record<string, unknown>

/**
 * The two transactions that each step of a finished run needs, once more in another file with the app's own pragmas: turn,
 * call and its start; result. Prepared statements and the very rows, and nothing else.
 */
export async function rawSteps(from: Database, file: string, steps: number): Promise<Cost> {
  const read = (table: string, order: string) =>
    from.sqlite.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all() as Values[]
  const history = read('task_history', 'sequence')
  const turns = history.filter(row => row.role === 'assistant')
  const results = history.filter(row => row.role === 'tool')
  const calls = read('tool_calls', 'step')
  assertEqual('rows of the run', [turns.length, results.length, calls.length].join(), [steps + 1, steps, steps].join())

  const to = openDatabase(file)
  const insert = (table: string, row: Values) => {
    const names = Object.keys(row)
    return to.sqlite.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(name => `@${name}`)})`)
  }
  to.transaction(() => {
    for (const table of ['llm_driver_configurations', 'agents', 'tasks', 'shared_texts'])
      for (const row of read(table, 'id')) insert(table, row).run(row)
  })
  const addHistory = insert('task_history', turns[0] ?? {})
  const addCall = insert('tool_calls', calls[0] ?? {})
  const count = to.sqlite.prepare('UPDATE tasks SET step_count = @step, updated_at = @created_at WHERE id = @task_id')
  const start = to.sqlite.prepare(
    "UPDATE tool_calls SET state = 'started', boot_id = 'one start of the app', attempt = @attempt, started_at = @started_at WHERE id = @id AND state = 'ready'",
  )
  const finish = to.sqlite.prepare(
    "UPDATE tool_calls SET state = 'succeeded', boot_id = NULL, finished_at = @finished_at, result_content = @result_content, result_data = @result_data WHERE id = @id AND state = 'started'",
  )
  const ready = { state: 'ready', boot_id: null, attempt: 0, started_at: null, finished_at: null, result_data: null }

  const cost = await timed(() => {
    for (let index = 0; index < steps; index++) {
      const [turn, call, result] = [turns[index] as Values, calls[index] as Values, results[index] as Values]
      const committed = { ...call, ...ready }
      to.sqlite
        .transaction(() => [addHistory.run(turn), addCall.run(committed), count.run(turn), start.run(call)])
        .immediate()
      to.sqlite.transaction(() => [finish.run(call), addHistory.run(result)]).immediate()
    }
  })
  const done = to.sqlite.prepare("SELECT count(*) FROM tool_calls WHERE state = 'succeeded'").pluck().get()
  assertEqual('raw calls', done, steps)
  to.close()
  return cost
}
