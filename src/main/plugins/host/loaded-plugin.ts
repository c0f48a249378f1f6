import type { AbstractPlugin, ToolClass, ToolInstance } from '@spora/sdk'
import { codedError } from './coded-error.ts'
import { MAX_TOOLS } from './max-tools.ts'
import { namedFolders } from './named-folders.ts'
import type { DescribedPlugin, DescribedTool } from './protocol.ts'

type Sdk = typeof import('@spora/sdk')

/** Characters of all declarations of one tool. */
const METADATA_LIMIT = 500_000
/** Of what is told of a tool that cannot be used. */
const LONGEST_SHOWN = 300
const LONGEST_ICON = 100_000
const MOST_PROBLEMS = 100
const LONGEST_PROBLEM = 2_000

interface LoadedTool {
  readonly toolClass: ToolClass
  /** Null when the class could not be built; `problem` says why. */
  readonly instance: ToolInstance | null
  readonly problem: string | null
}

/** A plugin in its process: what its main file exported, with its tools built. */
export class LoadedPlugin {
  private constructor(
    readonly name: string | null,
    readonly tools: readonly LoadedTool[],
    readonly plugin: AbstractPlugin,
    readonly sdk: Sdk,
  ) {}

  static async load(url: string, sdk: Sdk): Promise<LoadedPlugin> {
    const module = (await import(url)) as { readonly default?: unknown }
    const { plugin, entries } = await openPlugin(() => module.default, sdk)
    if (entries.length > MAX_TOOLS)
      throw codedError('TOO_MANY_TOOLS', `The plugin brings ${entries.length} tools; at most ${MAX_TOOLS} are allowed.`)
    const tools = entries.map(buildTool)
    await plugin.boot?.()
    return new LoadedPlugin(plugin.getName?.() ?? null, tools, plugin, sdk)
  }

  folders(): DescribedPlugin['folders'] {
    return {
      skillPaths: namedFolders(this.plugin, 'skillPaths'),
      agentTemplatePaths: namedFolders(this.plugin, 'agentTemplatePaths'),
    }
  }

  describe(): DescribedTool[] {
    const classNames = new Map<string, number>()
    const names = new Map<string, number>()
    const described = this.tools.map(tool => describeTool(tool, this.sdk))
    for (const { className, name } of described) {
      classNames.set(className, (classNames.get(className) ?? 0) + 1)
      names.set(name, (names.get(name) ?? 0) + 1)
    }
    return described.map(tool => {
      const problems = tool.problems
        .slice(0, MOST_PROBLEMS)
        .map(({ code, message }) => ({ code, message: message.slice(0, LONGEST_PROBLEM) }))
      if ((names.get(tool.name) ?? 0) > 1)
        problems.push({
          code: 'TOOL_NAME_DUPLICATE',
          message: `Two tools of this plugin are called "${tool.name}". Rename one.`,
        })
      else if ((classNames.get(tool.className) ?? 0) > 1)
        problems.push({
          code: 'TOOL_CLASS_DUPLICATE',
          message: `Two tool classes are called ${tool.className}. Rename one: settings hang on the name.`,
        })
      return problems.length > 0 ? { ...tool, metadata: null, problems } : tool
    })
  }

  tool(className: string): ToolInstance {
    const found = this.tools.find(tool => tool.toolClass.name === className)
    if (!found?.instance)
      throw codedError('TOOL_GONE', `The plugin has no tool class ${className} any more. Reload it.`)
    return found.instance
  }
}

async function openPlugin(exported: () => unknown, sdk: Sdk) {
  try {
    const plugin = sdk.pluginOf(exported())
    await plugin.register?.()
    const entries: unknown = plugin.tools()
    if (!Array.isArray(entries)) throw new TypeError('tools() must give a list of tool classes or instances.')
    return { plugin, entries: entries as readonly unknown[] }
  } catch (error) {
    throw codedError(
      'PLUGIN_EXPORT',
      error instanceof Error ? error.message : `The default export threw ${String(error)}.`,
      error,
    )
  }
}

class PlainObject {}
const UNWRAPPED = 'It is a plain object and no tool. Write defineTool({ … }) around it.'

function buildTool(entry: unknown): LoadedTool {
  if (typeof entry !== 'function') {
    const instance = entry as ToolInstance
    if (typeof entry !== 'object' || entry === null)
      throw codedError(
        'PLUGIN_EXPORT',
        `tools() gave ${entry === null || entry === undefined ? entry : `a ${typeof entry}`} instead of a tool class or instance.`,
      )
    if (typeof instance.constructor !== 'function' || instance.constructor === Object)
      return { toolClass: PlainObject, instance: null, problem: UNWRAPPED }
    return { toolClass: instance.constructor as ToolClass, instance, problem: null }
  }
  const toolClass = entry as ToolClass
  try {
    return { toolClass, instance: Reflect.construct(toolClass, []) as ToolInstance, problem: null }
  } catch (error) {
    return { toolClass, instance: null, problem: `Its constructor failed: ${messageOf(error)}` }
  }
}

function describeTool({ toolClass, problem }: LoadedTool, sdk: Sdk): DescribedTool {
  const problems = problem === null ? [] : [{ code: 'TOOL_CONSTRUCTOR', message: problem }]
  if (toolClass === PlainObject) return { ...shown(toolClass, sdk), metadata: null, problems }
  try {
    const metadata = sdk.describeToolClass(toolClass)
    if (JSON.stringify(metadata).length > METADATA_LIMIT)
      problems.push({
        code: 'TOOL_SCHEMA_COMPLEX',
        message: `Its declaration is larger than ${METADATA_LIMIT / 1000} kB.`,
      })
    return { ...shown(toolClass, sdk), metadata: problems.length > 0 ? null : metadata, problems }
  } catch (error) {
    if (error instanceof sdk.ToolDeclarationError)
      for (const each of error.problems) problems.push({ code: each.code, message: `${each.member}: ${each.message}` })
    else problems.push({ code: 'TOOL_DECLARATION', message: messageOf(error) })
    return { ...shown(toolClass, sdk), metadata: null, problems }
  }
}

/** What can be told of a tool whatever is wrong with it. */
function shown(toolClass: ToolClass, sdk: Sdk) {
  const className = textOr(toolClass?.name, '') || '(a class without a name)'
  try {
    const { tool, operations } = sdk.collectMetadata(toolClass)
    return {
      className,
      name: textOr(tool.name, className),
      displayName: textOr(tool.displayName, null),
      icon: textOr(tool.icon, null, LONGEST_ICON),
      operations: operations.length || 1,
    }
  } catch {
    return { className, name: className, displayName: null, icon: null, operations: 0 }
  }
}

/** What an author wrote where a text belongs may be anything. */
function textOr<T>(value: unknown, otherwise: T, longest = LONGEST_SHOWN): string | T {
  return typeof value === 'string' ? value.slice(0, longest) : otherwise
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
