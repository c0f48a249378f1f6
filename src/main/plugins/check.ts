import type { PluginCheck } from '../../shared/contract/plugins.ts'
import { visibleText } from './visible-text.ts'

type Where = Partial<Pick<PluginCheck, 'file' | 'line' | 'column' | 'excerpt'>>

/** Room for a sentence; a message never fills the sheet (rule U: at most 500 characters, nothing invisible). */
const DETAIL_LIMIT = 500

const nowhere = { file: null, line: null, column: null, excerpt: null }

function check(status: PluginCheck['status'], code: string, title: string, detail: string, where: Where): PluginCheck {
  return {
    code,
    status,
    title: visibleText(title, 120),
    detail: visibleText(detail, DETAIL_LIMIT),
    ...nowhere,
    ...where,
    file: where.file == null ? null : visibleText(where.file, 300),
    excerpt: where.excerpt == null ? null : visibleText(where.excerpt, 200),
  }
}

/** Blocks adding. `detail` says what is wrong and what to do. */
export const fail = (code: string, title: string, detail: string, where: Where = {}) =>
  check('fail', code, title, detail, where)
/** The operator should know; does not block. */
export const warn = (code: string, title: string, detail: string, where: Where = {}) =>
  check('warn', code, title, detail, where)
export const pass = (code: string, title: string, detail = '') => check('pass', code, title, detail, {})
