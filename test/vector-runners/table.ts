import type { VectorRunner } from './runner.ts'

/**
 * Who runs which file of vectors: the file's name without `.json` to a module in this folder that exports `run`.
 * A file that stands nowhere here is unexplained.
 */
export const RUNNERS: Readonly<Record<string, () => Promise<{ run: VectorRunner }>>> = {
  agent_template_validator: () => import('./agent-template-validator.ts'),
  builtin_tools: () => import('./builtin-tools.ts'),
  calculator: () => import('./calculator.ts'),
  context_window_error_parser: () => import('./context-window-error-parser.ts'),
  error_classifier: () => import('./error-classifier.ts'),
  has_operations: () => import('./has-operations.ts'),
  llm_config_block: () => import('./llm-config-block.ts'),
  operation_schema_filter: () => import('./operation-schema-filter.ts'),
  plugin_slug: () => import('./plugin-slug.ts'),
  schema_builder: () => import('./schema-builder.ts'),
  schema_validator: () => import('./schema-validator.ts'),
  slim_payload_validator: () => import('./slim-payload-validator.ts'),
  time_tool: () => import('./time-tool.ts'),
  tool_definitions: () => import('./tool-definitions.ts'),
  tool_dispatch: () => import('./tool-dispatch.ts'),
  tool_icon_resolver: () => import('./tool-icon-resolver.ts'),
  tool_name: () => import('./tool-name.ts'),
  tool_presenter: () => import('./tool-presenter.ts'),
  tool_setting_schema: () => import('./tool-setting-schema.ts'),
  utf8_sanitizer: () => import('./utf8-sanitizer.ts'),
}

/** JSON files of the folder that hold a list, not cases. */
export const LISTS: readonly string[] = ['time_zone_identifiers']
