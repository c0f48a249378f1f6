import { defineTool, ToolResult } from '@spora/sdk'

export const AcmeSearchTool = defineTool({
  className: 'AcmeSearchTool',
  name: 'web_search',
  displayName: 'Acme Web Search',
  description: 'Run a web query against the Acme Search API.',
  category: 'data',
  icon: 'search',
  // What the operator fills in. A password is sealed and never shown again.
  settings: [
    {
      key: 'base_url',
      label: 'Address',
      type: 'url',
      required: true,
      description: 'Where your Acme Search API answers, such as https://search.example.org.',
    },
    { key: 'api_key', label: 'API key', type: 'password', required: true },
    { key: 'max_results', label: 'Results', type: 'number', default: 5, minimum: 1, maximum: 20, exposeToLlm: true },
  ],
  parameters: {
    query: { type: 'string', description: 'Natural-language query.' },
  },
  // The line a person reads before approving the call.
  describe: ({ query }) => `Search the web for “${query}”`,
  async execute({ query }, _agentId, _taskId, { fetch, settings, signal }) {
    const url = new URL('search', settings.base_url.endsWith('/') ? settings.base_url : `${settings.base_url}/`)
    url.searchParams.set('q', query)
    url.searchParams.set('limit', String(settings.max_results))
    try {
      const response = await fetch(url, { signal, headers: { authorization: `Bearer ${settings.api_key}` } })
      if (response.status === 401)
        return ToolResult.fail('Acme Search does not accept the API key. Ask the operator to check it in the settings.')
      if (!response.ok) return ToolResult.fail(`Acme Search answered with status ${response.status}. Try again later.`)
      const { results } = await response.json()
      const lines = results.map(({ title, url, snippet }) => `${title}\n${url}\n${snippet}`)
      // The model sees the text; the window gets the data.
      return ToolResult.ok(lines.join('\n\n') || `Nothing was found for “${query}”.`, { results })
    } catch (error) {
      return ToolResult.fail(`Acme Search cannot be reached: ${error.message}`)
    }
  },
})
