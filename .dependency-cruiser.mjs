/** The floors of the house, from the top: a room imports from floors below its own, or from itself. */
const FLOORS = [
  ['main.ts'],
  ['commands/'],
  ['sync/', 'inspect/', 'doctor/'],
  ['sources/'],
  ['app.ts', 'mcp/', 'stack/', 'ingest/'],
  ['catalogue.ts'],
  ['features/'],
  ['plugins/'],
  ['answers/', 'services.ts', 'dispatch/', 'tiles/'],
  ['metrics/'],
  ['records/', 'suppressions/'],
  ['elastic/', 'webhooks/'],
  ['accounts/', 'demo/'],
  ['mysql/', 'schemas/'],
  ['problems.ts', 'config.ts', 'timer.ts', 'unread.ts', 'repeat.ts', 'readers/'],
  ['geometry/'],
  ['domain/', 'verify/'],
];

const pathOf = (rooms) => `^src/(${rooms.map((room) => room.replace('.', '[.]')).join('|')})`;

/** A room imports nothing from the floors above it, and nothing from its neighbors. */
const upward = FLOORS.flatMap((rooms, floor) =>
  rooms.map((room) => {
    const refused = FLOORS.slice(0, floor + 1).flat();
    const others = refused.filter((other) => other !== room);
    return {
      name: `${room} imports only from floors below`,
      severity: 'error',
      from: { path: pathOf([room]) },
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
      from: { path: '^src/features/([^/]+)/' },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
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
      to: { path: '^(src|workers)/', pathNot: '^src/verify/' },
    },
    {
      name: 'no Fastify below the plugins',
      severity: 'error',
      from: {
        path: '^src/(domain|problems[.]ts|accounts|mysql|elastic|schemas|webhooks|suppressions|dispatch|readers|ingest|sources|inspect|sync|doctor)',
      },
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
