import t, { type Test } from 'tap';
import { checkClock } from '../../src/doctor/checks/clock.ts';
import { checkFiles } from '../../src/doctor/checks/files.ts';
import { checkHealth } from '../../src/doctor/checks/health.ts';
import { checkIndices, checkTemplates } from '../../src/doctor/checks/indices.ts';
import { checkEnds, checkHolders } from '../../src/doctor/checks/keys.ts';
import { checkLoad } from '../../src/doctor/checks/load.ts';
import { checkMemory } from '../../src/doctor/checks/memory.ts';
import { checkNodeDisks, freeBy } from '../../src/doctor/checks/node-disks.ts';
import { mapCountHint, unreached } from '../../src/doctor/checks/reached.ts';
import { checkRoom } from '../../src/doctor/checks/room.ts';
import { checkSources } from '../../src/doctor/checks/sources.ts';
import { checkSuppressions } from '../../src/doctor/checks/suppressions.ts';
import { checkTables } from '../../src/doctor/checks/tables.ts';
import { checkElasticsearchVersion, checkMysqlVersion, checkNode } from '../../src/doctor/checks/versions.ts';
import { checkQueue, checkUnknown } from '../../src/doctor/checks/webhooks.ts';
import { type Level, listed, type Verdict, worstOf } from '../../src/doctor/finding.ts';
import { GIB, MIB, sized } from '../../src/doctor/size.ts';

type Row = [name: string, verdict: Verdict, level: Level, words: RegExp];

/** `words` are in the finding or in the action. */
function checkRows(t: Test, rows: Row[]): void {
  for (const [name, { level, finding, action }, wanted, words] of rows) {
    t.equal(level, wanted, name);
    t.match(`${finding} ${action ?? ''}`, words, name);
    t.equal(action === null, level === 'ok', `${name}: what is not well has something to do`);
    for (const sentence of [finding, action ?? finding]) t.match(sentence, /[.]$/, `${name}: a sentence`);
  }
}

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

t.test('this machine', async (t) => {
  checkRows(t, [
    ['Node 24', checkNode('v24.21.0'), 'ok', /v24\.21\.0/],
    ['a later Node', checkNode('v26.0.1'), 'ok', /v26/],
    ['an earlier Node', checkNode('v22.11.0'), 'problem', /Use Node 24/],
    ['many files', checkFiles(4_096), 'ok', /4096/],
    ['any number of files', checkFiles(Number.POSITIVE_INFINITY), 'ok', /any number/],
    ['few files', checkFiles(1_024), 'warning', /only 1024 .*ulimit -n 4096/],
    ['room for the caches', checkMemory(896 * MIB, 384 * MIB), 'ok', /896 MiB .* 384 MiB/],
    ['a byte less', checkMemory(896 * MIB - 1, 384 * MIB), 'warning', /ROW_CACHE_MB/],
    ['a roomy disk', checkRoom('The disk', 5 * GIB), 'ok', /5\.0 GiB free/],
    ['a scarce one', checkRoom('The disk', 5 * GIB - 1), 'warning', /^The disk has 5\.0 GiB free\. Free/],
    ['still some room', checkRoom('The disk', GIB), 'warning', /1\.0 GiB/],
    ['a full one', checkRoom('The disk', GIB - 1), 'problem', /1023 MiB free: what is written next may fail/],
  ]);
});

t.test('a clock agrees within two seconds, besides the time that asking took', async (t) => {
  const at = (server: number) => checkClock('MySQL', { server, before: NOW, after: NOW + 4_000 });
  checkRows(t, [
    ['while it was asked', at(NOW + 3_000), 'ok', /agrees/],
    ['a little later', at(NOW + 6_000), 'ok', /agrees/],
    ['a little earlier', at(NOW - 2_000), 'ok', /agrees/],
    ['more than that', at(NOW + 6_001), 'warning', /2\.0 s ahead of/],
    ['behind', at(NOW - 5_000), 'warning', /5\.0 s behind/],
    ['far behind', at(NOW - 5_001), 'problem', /NTP/],
    ['far ahead', at(NOW + 64_000), 'problem', /60\.0 s ahead of/],
  ]);
});

t.test('servers: away, too old', async (t) => {
  const address = 'http://127.0.0.1:9200';
  checkRows(t, [
    [
      'one that a setting names',
      unreached(
        { name: 'Elasticsearch', setting: 'ELASTICSEARCH_URL', address },
        'fetch failed: ECONNREFUSED',
      ),
      'problem',
      /at http:\/\/127\.0\.0\.1:9200: fetch failed: ECONNREFUSED\. .*correct ELASTICSEARCH_URL\./,
    ],
    [
      'the local one',
      unreached({ name: 'MySQL', setting: null, address: 'mysql://127.0.0.1:3316/terrier' }, 'x'),
      'problem',
      /terrier stack up/,
    ],
    ['Elasticsearch 9', checkElasticsearchVersion('9.4.3'), 'ok', /9\.4\.3/],
    ['Elasticsearch 8', checkElasticsearchVersion('8.19.0'), 'problem', /8\.19\.0.*Use Elasticsearch 9/],
    ['Elasticsearch 10', checkElasticsearchVersion('10.0.0'), 'problem', /Use Elasticsearch 9/],
    ['MySQL 8.0', checkMysqlVersion('8.0.36'), 'ok', /8\.0\.36/],
    ['MySQL 9', checkMysqlVersion('9.7.0'), 'ok', /9\.7/],
    ['MySQL 5.7', checkMysqlVersion('5.7.44-log'), 'problem', /Use MySQL 8\.0 or later/],
    ['MariaDB 10.6', checkMysqlVersion('10.6.18-MariaDB-log'), 'ok', /10\.6/],
    ['MariaDB 11', checkMysqlVersion('11.4.5-MariaDB'), 'ok', /11\.4/],
    ['MariaDB 10.5', checkMysqlVersion('10.5.9-MariaDB'), 'problem', /Use MariaDB 10\.6 or later/],
    ['no version', checkMysqlVersion('proxy'), 'problem', /Use MySQL 8\.0/],
  ]);
  t.match(mapCountHint(65_530), /vm\.max_map_count, which is 65530 .*sysctl -w vm\.max_map_count=262144/);
  for (const enough of [262_144, null]) t.equal(mapCountHint(enough), '');
});

t.test('health: what is red, yellow, and why', async (t) => {
  const index = (name: string, color: 'green' | 'yellow' | 'red', replicas = 0) => ({
    index: name,
    color,
    replicas,
  });
  const health = (dataNodes: number, ...indices: ReturnType<typeof index>[]) =>
    checkHealth({ cluster: 'yellow', dataNodes, indices });
  checkRows(t, [
    ['all green', health(1, index('a', 'green')), 'ok', /healthy/],
    [
      'one red',
      health(3, index('a', 'red', 1), index('b', 'yellow', 1)),
      'problem',
      /^a: primary shards are missing/,
    ],
    [
      'replicas on one node',
      health(1, index('a', 'yellow', 1), index('b', 'green')),
      'warning',
      /^a: .*only one data node.*INDEX_REPLICAS=0.*PUT a\/_settings \{"index\.number_of_replicas":0\}/,
    ],
    [
      'more replicas than other nodes',
      health(2, index('a', 'yellow', 2)),
      'warning',
      /only 2 data nodes.*=1/,
    ],
    [
      'a replica that could have a place',
      health(3, index('a', 'yellow', 1)),
      'warning',
      /allocation\/explain/,
    ],
    [
      'red indices of others',
      checkHealth({ cluster: 'red', dataNodes: 1, indices: [index('a', 'green')] }),
      'warning',
      /others of the cluster/,
    ],
  ]);
});

t.test('how much must be free by a watermark', async (t) => {
  const rows: [mark: string, headroom: string | undefined, total: number, free: number][] = [
    ['85%', undefined, 100 * GIB, 15 * GIB],
    ['0.75', undefined, 100 * GIB, 25 * GIB],
    ['85%', '200GB', 100 * GIB, 15 * GIB],
    ['85%', '10GB', 100 * GIB, 10 * GIB],
    ['85%', '-1', 100 * GIB, 15 * GIB],
    ['10gb', '1gb', 100 * GIB, 10 * GIB],
    ['512mb', undefined, GIB, GIB / 2],
  ];
  for (const [mark, headroom, total, free] of rows) {
    t.ok(Math.abs(freeBy(mark, headroom, total) - free) < 1, `${mark} ${headroom} of ${sized(total)}`);
  }
});

t.test('disks of the nodes', async (t) => {
  const disk = 'cluster.routing.allocation.disk';
  const settings = {
    [`${disk}.threshold_enabled`]: 'true',
    [`${disk}.watermark.low`]: '85%',
    [`${disk}.watermark.high`]: '90%',
    [`${disk}.watermark.flood_stage`]: '95%',
  };
  const nodes = (...free: number[]) =>
    free.map((part, at) => ({ node: `n${at}`, total: 100 * GIB, free: part * GIB }));
  const off = { ...settings, [`${disk}.threshold_enabled`]: 'false' };
  checkRows(t, [
    ['below all', checkNodeDisks(nodes(40, 16), settings), 'ok', /fullest has 16\.0 GiB free/],
    [
      'beyond low',
      checkNodeDisks(nodes(40, 14), settings),
      'warning',
      /low \(85%\).*n1 \(14\.0 GiB free\).*replacements/,
    ],
    [
      'beyond high',
      checkNodeDisks(nodes(9, 14), settings),
      'problem',
      /high \(90%\).*: n0 \(9\.0 GiB free\)\. .*moved/,
    ],
    ['flooded', checkNodeDisks(nodes(4, 3), settings), 'problem', /flood_stage .*n1 .*, n0 .*refused/],
    ['watermarks off', checkNodeDisks(nodes(6), off), 'ok', /6\.0 GiB free/],
    ['watermarks off, and nearly full', checkNodeDisks(nodes(0.5), off), 'problem', /n0 has 512 MiB free/],
    ['no node with data', checkNodeDisks([], settings), 'ok', /No node/],
  ]);
});

t.test('templates and indices', async (t) => {
  const state = (kind: 'parcels' | 'deeds', hasTemplate: boolean, lacking: string[], changed: string[]) => ({
    kind,
    hasTemplate,
    indices: [
      { index: `terrier-${kind}-1`, lacking: Object.fromEntries(lacking.map((name) => [name, {}])), changed },
    ],
  });
  const fine = state('parcels', true, [], []);
  const none = { kind: 'market' as const, hasTemplate: true, indices: [] };
  const old = state('deeds', false, ['a'], ['price', 'analyzers']);
  checkRows(t, [
    ['the same', checkTemplates([fine]), 'ok', /this version/],
    ['another template', checkTemplates([fine, old]), 'warning', /of deeds are/],
    ['the same indices', checkIndices([fine]), 'ok', /this version/],
    [
      'fields to add',
      checkIndices([fine, state('deeds', true, ['a'], [])]),
      'warning',
      /terrier-deeds-1 lack/,
    ],
    ['no index', checkIndices([fine, none]), 'problem', /missing: market/],
    [
      'fields in another way',
      checkIndices([none, old]),
      'problem',
      /terrier-deeds-1 \(price, analyzers\).*terrier reindex/,
    ],
  ]);
});

t.test('the last load', async (t) => {
  const load = (unfinished: boolean, isLoading: boolean | null, begun = 7) =>
    checkLoad({ unfinished, begun }, isLoading);
  checkRows(t, [
    ['none', load(false, false, 0), 'ok', /Nothing was loaded/],
    ['ended', load(false, false), 'ok', /has ended/],
    ['running', load(true, true), 'ok', /is running/],
    ['killed', load(true, false), 'problem', /was interrupted: .*terrier derive/],
    ['running or killed', load(true, null), 'problem', /was interrupted, or still runs/],
  ]);
});

t.test('tables', async (t) => {
  checkRows(t, [
    ['the same', checkTables({ left: [], isLater: false }), 'ok', /this version/],
    ['a migration that is left', checkTables({ left: ['0009_x'], isLater: false }), 'problem', /0009_x/],
    ['a later version', checkTables({ left: [], isLater: true }), 'warning', /later version/],
  ]);
});

t.test('keys', async (t) => {
  const key = (id: string, days: number) => ({
    id,
    name: `name of ${id}`,
    expires_at: new Date(NOW + days * DAY).toISOString(),
  });
  checkRows(t, [
    ['none ends', checkEnds([], NOW), 'ok', /14 days/],
    [
      'some end',
      checkEnds([key('key_a', -2), key('key_b', 3)], NOW),
      'warning',
      /2 keys .*key_a “name of key_a” ended 2026-03-08, key_b “name of key_b” ends 2026-03-13\./,
    ],
    ['no key', checkHolders({ usable: 0, admins: 0, lost: [] }), 'warning', /No key can be used/],
    ['nobody manages', checkHolders({ usable: 3, admins: 0, lost: [] }), 'warning', /No key manages/],
    ['one lost', checkHolders({ usable: 3, admins: 1, lost: ['acc_x'] }), 'warning', /acc_x.*--admin/],
    ['well', checkHolders({ usable: 3, admins: 1, lost: [] }), 'ok', /3 keys can be used, 1 of them/],
  ]);
});

t.test('webhooks', async (t) => {
  const queue = (dispatchers: number, oldest: number) => checkQueue({ dispatchers, oldest });
  checkRows(t, [
    ['nothing late', queue(2, 60), 'ok', /2 dispatchers seen/],
    ['late', queue(1, 61), 'warning', /1 dispatcher seen\. A delivery has been due for 1 minute\./],
    ['ten minutes', queue(1, 600), 'warning', /10 minutes/],
    ['later', queue(1, 601), 'problem', /10 minutes.*logs/],
    ['nobody sends', queue(0, 0), 'warning', /No dispatcher is seen.*terrier dispatch/],
    ['and something waits', queue(0, 7_300), 'problem', /No dispatcher is seen.*due for 2 hours/],
    ['no unknown outcome', checkUnknown(0), 'ok', /No delivery/],
    ['unknown outcomes', checkUnknown(2), 'warning', /2 deliveries of unknown outcome.*settle/],
  ]);
});

t.test('sources', async (t) => {
  const layer = (
    source: string,
    outcome: 'loaded' | 'unchanged' | 'refused' | 'failed',
    next: number | null,
  ) => ({
    source,
    layer: 'parcels/0',
    outcome,
    next_at: next === null ? null : new Date(NOW + next).toISOString(),
  });
  const at = (...layers: ReturnType<typeof layer>[]) => checkSources(layers, NOW);
  checkRows(t, [
    ['none', at(), 'ok', /No source/],
    ['current', at(layer('a', 'loaded', null), layer('b', 'unchanged', HOUR)), 'ok', /current/],
    ['being looked at', at(layer('a', 'loaded', -6 * HOUR)), 'ok', /current/],
    [
      'overdue',
      at(layer('a', 'loaded', -6 * HOUR - 1), layer('b', 'loaded', HOUR)),
      'warning',
      /: a\. .*--schedule/,
    ],
    [
      'failed',
      at(layer('a', 'failed', HOUR), layer('b', 'loaded', HOUR)),
      'warning',
      /: a \(parcels\/0\) failed\./,
    ],
    ['refused', at(layer('a', 'refused', HOUR)), 'warning', /a \(parcels\/0\) refused.*--force/],
  ]);
});

t.test('many names, and the worst level', async (t) => {
  t.equal(listed(['a', 'b']), 'a, b');
  t.equal(listed(['a', 'b', 'c', 'd', 'e', 'f', 'g']), 'a, b, c, d, e and 2 more');
  const of = (...levels: Level[]) => worstOf(levels.map((level) => ({ level })));
  t.equal(of(), 'ok');
  t.equal(of('ok', 'warning', 'ok'), 'warning');
  t.equal(of('warning', 'problem', 'ok'), 'problem');
});

t.test('suppressions', async (t) => {
  checkRows(t, [
    ['all applied', checkSuppressions([], false), 'ok', /No suppression waits/],
    [
      'being applied, or soon',
      checkSuppressions([3], true),
      'warning',
      /^1 suppression .*\(3\), while .*again/,
    ],
    ['one that was broken off', checkSuppressions([3, 7], false), 'problem', /\(3, 7\).*`terrier derive`/],
  ]);
});
