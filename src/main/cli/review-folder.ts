import { resolve } from 'node:path'
import type { PluginCheck, PluginReview } from '../../shared/contract/plugins.ts'
import type { ContractClient } from '../api/instance-client.ts'
import { UsageError } from './usage-error.ts'

export async function reviewFolder(client: ContractClient, folder: string): Promise<PluginReview> {
  const review = await client.plugins.choose({ path: resolve(folder) })
  if (!review) throw new UsageError('Name a folder.')
  return review
}

const MARK = { fail: 'FAIL', warn: 'warn', pass: 'ok  ' } as const

function checkLines({ status, title, detail, file, line, column, code }: PluginCheck): string[] {
  const place = file ? ` (${[file, line, column].filter(part => part !== null).join(':')})` : ''
  return status === 'pass'
    ? [`${MARK.pass} ${title}`]
    : [`${MARK[status]} ${title}${place} [${code}]`, `     ${detail}`]
}

/** The review sheet as text: what it is, what it asks for, every check. */
export function reviewLines(review: PluginReview): string[] {
  const order = { fail: 0, warn: 1, pass: 2 }
  const checks = [...review.checks].sort((a, b) => order[a.status] - order[b.status])
  const asks = review.permissions.filter(({ values }) => values.length > 0)
  return [
    `${review.name}${review.version ? ` ${review.version}` : ''}${review.slug ? ` (${review.slug})` : ''}`,
    ...(review.description ? [review.description] : []),
    `${review.path}: ${review.files} files, ${review.bytes} bytes`,
    ...(review.digest ? [`sha256 ${review.digest}`] : []),
    ...asks.map(
      ({ kind, values, enforced }) => `asks for ${kind}: ${values.join(', ')} (${enforced ? 'enforced' : 'on trust'})`,
    ),
    '',
    ...checks.flatMap(checkLines),
  ]
}
