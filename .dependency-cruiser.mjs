/** From the top: a layer imports from layers below its own, or from itself. */
const LAYERS = [
  ['main.ts'],
  ['cli/'],
  ['app.ts'],
  ['api/', 'loading/'],
  ['webhooks/'],
  ['accounts/', 'records/'],
  ['stores/'],
  ['config.ts'],
  ['domain/'],
];

const pathOf = (folders) => `^src/(${folders.map((folder) => folder.replace('.', '[.]')).join('|')})`;

const upward = LAYERS.flatMap((folders, layer) =>
  folders.map((folder) => {
    const refused = LAYERS.slice(0, layer + 1).flat();
    const others = refused.filter((other) => other !== folder);
    return {
      name: `${folder} imports only from layers below`,
      severity: 'error',
      from: { path: pathOf([folder]) },
      to: { path: others.length > 0 ? pathOf(others) : '^$' },
    };
  }),
);

export default {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features do not import each other',
      severity: 'error',
      from: { path: '^src/api/features/([^/]+)/' },
      to: { path: '^src/api/features/', pathNot: '^src/api/features/$1/' },
    },
    {
      name: 'domain imports nothing but domain',
      severity: 'error',
      from: { path: '^src/domain/' },
      to: { path: '^(src|workers)/|^node:', pathNot: '^src/domain/' },
    },
    {
      name: 'the client imports nothing of the server but the verifier',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(src|workers)/', pathNot: '^src/webhooks/verify/' },
    },
    {
      name: 'Fastify in the API and the command line only',
      severity: 'error',
      from: { path: '^src/(loading|webhooks|accounts|records|stores|domain)/' },
      to: { path: 'fastify' },
    },
    ...upward,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]d[.]mts$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
