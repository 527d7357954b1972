import type { Command } from 'commander';

interface Listed {
  description: string;
  load: () => Promise<Command>;
}

/** Every command by its name. Each is loaded only when needed: together, they take a second to load. */
export const COMMANDS: Record<string, Listed> = {
  start: {
    description: 'Start everything on this machine: Elasticsearch, MySQL, demo data, the API, webhooks',
    load: async () => (await import('./start.ts')).startCommand,
  },
  serve: {
    description: 'Serve the API, for production: no demo data and no demo key',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  dispatch: {
    description: 'Send webhooks and delete expired data; any number of dispatchers can run',
    load: async () => (await import('./dispatch.ts')).dispatchCommand,
  },
  stack: {
    description: 'The local Elasticsearch and MySQL: in Docker if it runs, otherwise from Maven packages',
    load: async () => (await import('./stack.ts')).stackCommand,
  },
  doctor: {
    description: 'Check everything that Terrier needs, say what is wrong and what to do; changes nothing',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  ingest: {
    description: 'Load parcels, deeds, permits or risks: canonical files, or what a county publishes',
    load: async () => (await import('./ingest.ts')).ingestCommand,
  },
  inspect: {
    description: 'Show what a published file or layer holds, and propose what its columns mean',
    load: async () => (await import('./inspect.ts')).inspectCommand,
  },
  sync: {
    description: 'Load again what has changed at its source, once or on a schedule',
    load: async () => (await import('./sync.ts')).syncCommand,
  },
  sources: {
    description: 'List the sources, with when they were loaded and how it went, or remove one',
    load: async () => (await import('./sources.ts')).sourcesCommand,
  },
  suppress: {
    description:
      'Withhold the names of parcels or owners from all answers, as laws such as Daniel’s Law require',
    load: async () => (await import('./suppress.ts')).suppressCommand,
  },
  derive: {
    description: 'Recompute derived figures: owners, contractors, flips, market, coverage, deal scores',
    load: async () => (await import('./derive.ts')).deriveCommand,
  },
  reindex: {
    description: 'After an upgrade that asks for it: index the stored records again for the new version',
    load: async () => (await import('./reindex.ts')).reindexCommand,
  },
  delete: {
    description: 'Delete the records of a county',
    load: async () => (await import('./delete.ts')).deleteCommand,
  },
  demo: {
    description: 'Remove the made-up records of the demo',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  keys: {
    description: 'Create, list, deactivate and rotate API keys',
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  deliveries: {
    description: 'For operators: list webhook deliveries, settle unknown outcomes, requeue dead letters',
    load: async () => (await import('./deliveries.ts')).deliveriesCommand,
  },
  listen: {
    description: 'For development: receive webhooks on this machine, verify and print them',
    load: async () => (await import('./listen.ts')).listenCommand,
  },
  mcp: {
    description: 'Serve the API to language models: an MCP server over stdio or streamable HTTP',
    load: async () => (await import('./mcp.ts')).mcpCommand,
  },
  openapi: {
    description: 'Print the OpenAPI document of the API',
    load: async () => (await import('./openapi.ts')).openapiCommand,
  },
};
