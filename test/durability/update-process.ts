/* update-process FILE N: opens the database, which updates it, and is gone after statement N of the update. */
import { openDatabase } from '../../src/main/storage/open-database.ts'

const [file = '', last = ''] = process.argv.slice(2)
let statements = 0
openDatabase(file, {
  faults: {
    at(point) {
      if (point === 'F20' && ++statements === Number(last)) process.kill(process.pid, 'SIGKILL')
    },
  },
}).close()
