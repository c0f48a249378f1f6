import { quote } from '../tools/quote.ts'
import { type Fields, failure, type TemplateProblem } from './template-problem.ts'

const SEGMENT = '[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?'
const SLUG = /^[a-z0-9][a-z0-9_-]{0,39}$/
const VENDOR_AND_NAME = new RegExp(`^${SEGMENT}/${SEGMENT}$`)
/** A place instead of a name: an address, a path that is whole or goes up, a drive. */
const PLACE = /:\/\/|^file:|\\|^[.~](?:\/|$)|(?:^|\/)\.\.(?:\/|$)|^\/.*\/|^[A-Za-z]:/

/** Plugins are named, never fetched: by their slug, or as vendor/name (A2). */
export function checkPlugins({ required_plugins: plugins }: Fields): TemplateProblem[] {
  if (plugins === undefined) return []
  if (!Array.isArray(plugins))
    return [
      failure('REQUIRED_PLUGINS_NOT_LIST', 'required_plugins', '"required_plugins" must be a list of plugin slugs.'),
    ]
  return plugins.flatMap((plugin, index) => {
    const path = `required_plugins[${index}]`
    if (typeof plugin === 'string' && (SLUG.test(plugin) || VENDOR_AND_NAME.test(plugin))) return []
    if (typeof plugin === 'string' && PLACE.test(plugin))
      return [
        failure(
          'TEMPLATE_PLUGIN_REF',
          path,
          `${path} is ${quote(plugin)}. Nothing is fetched for a template: name the plugin by its slug, such as "weather".`,
        ),
      ]
    return [failure('REQUIRED_PLUGINS_INVALID', path, `${path} is ${quote(plugin)}. Write a slug, such as "weather".`)]
  })
}
