import { contract } from '../../shared/contract/index.ts'

interface Route {
  readonly method: string
  readonly pattern: RegExp
}

/** Every address of the contract under REST. */
function routesOf(node: unknown): Route[] {
  if (typeof node !== 'object' || node === null) return []
  if (!('~orpc' in node)) return Object.values(node).flatMap(routesOf)
  const { route } = node['~orpc'] as { readonly route: { readonly method?: string; readonly path?: string } }
  const { method, path } = route
  if (!method || !path) return []
  return [{ method, pattern: new RegExp(`^${path.replaceAll(/\{[^/}]+\}/g, '[^/]+')}$`) }]
}

let routes: readonly Route[] | undefined

/** The methods that are answered at a path below /api/v1; none: nothing is there. */
export function methodsAt(path: string): string[] {
  routes ??= routesOf(contract)
  return [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
