import { globSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { parseEnv } from 'node:util';
import t from 'tap';
import { parse, parseAllDocuments } from 'yaml';
import { LONGEST_ARRIVAL } from '../../src/api/plugins/server.ts';
import { COMMANDS } from '../../src/cli/index.ts';
import { ConfigSchema, PROJECT_ROOT, readConfig } from '../../src/config.ts';
import { hostsIn, nodesIn, shownHosts } from '../../src/domain/server-addresses.ts';
import { CLOSING } from '../../src/webhooks/dispatch/finish.ts';
import { DRAIN } from '../../src/webhooks/dispatch/outbox.ts';
import { call, makeHarness } from '../helper.ts';
import { composed } from '../stores/local/standin/compose-file.ts';

const harness = await makeHarness(t);
const app = await harness.app();

const FOLDER = join(PROJECT_ROOT, 'docs/deploy');
const files = globSync('**/*', { cwd: FOLDER, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(FOLDER, join(entry.parentPath, entry.name)))
  .sort();
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const envIn = (file: string) => parseEnv(read(file)) as Record<string, string>;

const GIVEN = { TERRIER_VERSION: '1.0.1', WEBHOOK_SECRET_KEY: 'a'.repeat(64) };
const REQUIRED = { ELASTIC_PASSWORD: 'a', MYSQL_ROOT_PASSWORD: 'b', MYSQL_PASSWORD: 'c', ...GIVEN };
const machine = envIn('compose/three-machines.env');
const settings = envIn('compose/terrier.env');

/** The parts of a service that these tests look at. */
interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  healthcheck?: { test: string[] };
  stop_grace_period?: string;
  networks?: Record<string, { ipv4_address: string }>;
}
const servicesOf = (file: string, variables: Record<string, string>) =>
  composed(file, variables).services as Record<string, Service>;
const base = servicesOf(join(PROJECT_ROOT, 'docker-compose.yml'), REQUIRED);
const one = servicesOf(join(FOLDER, 'compose/one-machine.yml'), machine);
const three = servicesOf(join(FOLDER, 'compose/three-machines.yml'), { ...machine, ...GIVEN });

/** A unit's values by their names; a name may appear several times. */
function unitOf(file: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [, name, value] of read(file).matchAll(/^(\w+)=(.*)$/gm))
    values.set(name!, [...(values.get(name!) ?? []), value!]);
  return values;
}
const units = files.filter((file) => file.endsWith('.service'));

interface Probe {
  httpGet: { path: string; port: string };
}
interface Pod {
  metadata: { labels: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    terminationGracePeriodSeconds: number;
    enableServiceLinks: boolean;
    containers: {
      image: string;
      args?: string[];
      envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
      ports?: { name: string; containerPort: number }[];
      startupProbe?: Probe;
      livenessProbe?: Probe;
      readinessProbe?: Probe;
      lifecycle?: { preStop: { exec: { command: string[] } } };
      securityContext: { readOnlyRootFilesystem: boolean };
      volumeMounts: { name: string; mountPath: string }[];
    }[];
    volumes: { name: string; persistentVolumeClaim?: { claimName: string } }[];
  };
}
interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: {
    replicas?: number;
    selector?: { matchLabels?: Record<string, string>; app?: string };
    template?: Pod;
    jobTemplate?: { spec: { template: Pod } };
    ports?: { name: string }[];
    rules?: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[];
  };
}
const kustomization = parse(read('kubernetes/kustomization.yaml')) as {
  resources: string[];
  images: { name: string }[];
  configMapGenerator: { name: string; literals: string[] }[];
};
const manifests = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest),
);
const manifest = (kind: string, name: string) =>
  manifests.find((each) => each.kind === kind && each.metadata.name === name)!;
const podOf = ({ spec }: Manifest) => spec?.template ?? spec?.jobTemplate?.spec.template;
const pods = manifests.flatMap((each) => podOf(each) ?? []);
const literals = parseEnv(kustomization.configMapGenerator[0]!.literals.join('\n')) as Record<string, string>;

t.test('every file can be read', async (t) => {
  t.ok(files.length > 20);
  for (const file of files) {
    if (/\.ya?ml$/.test(file)) {
      for (const { errors, warnings } of parseAllDocuments(read(file)))
        t.same([...errors, ...warnings], [], file);
    } else if (file.endsWith('.json')) t.ok(JSON.parse(read(file)), file);
    else t.match(file, /(\.(md|env|cnf|service|timer)|Caddyfile)$/);
  }
});

t.test('the home folder is a volume that can be written, wherever the image runs', async (t) => {
  const dockerfile = readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8');
  const [, home] = / TERRIER_HOME=(\S+)$/m.exec(dockerfile)!;
  t.match(dockerfile, `chown node:0 "$TERRIER_HOME" && chmod 770 "$TERRIER_HOME"`);
  t.match(dockerfile, `VOLUME ["${home}"]`);
  t.equal(base.api!.environment!.TERRIER_HOME, home);
  t.equal(settings.TERRIER_HOME, home);
  t.equal(literals.TERRIER_HOME, home);
  for (const { spec } of pods)
    for (const { securityContext, volumeMounts } of spec.containers) {
      t.ok(securityContext.readOnlyRootFilesystem);
      t.same(volumeMounts.map(({ mountPath }) => mountPath).sort(), ['/tmp', home]);
    }
});

t.test('the guide names existing files', async (t) => {
  const named = [
    ...read('README.md').matchAll(/`[^`\n]*?([\w./-]+\.(?:ya?ml|json|env|cnf|timer|Caddyfile))`/g),
  ];
  t.ok(named.length > 5);
  const there = [...files.map((file) => basename(file)), 'docker-compose.yml'];
  for (const [, name] of named) t.ok(there.includes(basename(name!)), name!);
});

t.test('every setting exists and is valid, and no file has a secret', async (t) => {
  const names = Object.keys(ConfigSchema.properties);
  const set = [
    ...Object.keys(settings),
    ...Object.keys(literals),
    ...Object.keys(one.api!.environment!),
    ...units.flatMap((file) => unitOf(file).get('Environment') ?? []).map((value) => value.split('=')[0]!),
  ];
  // Variables of the programs that run Terrier and Caddy.
  const others = ['NODE_ENV', 'HOME'];
  for (const name of set) t.ok(names.includes(name) || others.includes(name), name);
  t.equal(readConfig({ ...settings, ...GIVEN }).TRUST_PROXY, settings.TRUST_PROXY);
  t.equal(readConfig(literals).HOST, '0.0.0.0');
  t.equal(settings.WEBHOOK_SECRET_KEY, '', 'without one of its own the API does not start');
  for (const secret of ['ELASTICSEARCH_URL', 'DATABASE_URL', 'WEBHOOK_SECRET_KEY']) {
    t.notOk(secret in literals, secret);
    t.match(read('README.md'), `--from-literal=${secret}=`, 'the guide puts it into the secret');
  }
  for (const file of ['compose/three-machines.env', 'compose/terrier.env'])
    for (const [, password] of read(file).matchAll(/(?:PASSWORD=|:)([^\s:/@]+)(?:@|$)/gm))
      if (!/^\d+$/.test(password!)) t.equal(password, 'change-me', file);
});

t.test('the variables of Compose are those of its .env', async (t) => {
  const text = read('compose/three-machines.yml').replaceAll('$$', '');
  const used = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  t.same([...used, 'COMPOSE_PROFILES'].sort(), Object.keys(machine).sort());
});

t.test('images and their commands are those of docker-compose.yml', async (t) => {
  for (const name of ['elasticsearch', 'mysql']) t.equal(three[name]!.image, base[name]!.image);
  t.match(one.caddy!.image, /^caddy:\d+\.\d+\.\d+$/);
  for (const { image } of Object.values({ ...one, ...three })) {
    if (image?.startsWith('terrier')) t.equal(image, 'terrier:1.0.1');
    else if (image)
      t.ok([base.elasticsearch!.image, base.mysql!.image, one.caddy!.image].includes(image), image);
  }
  for (const name of ['api', 'dispatcher', 'sync']) t.same(three[name]!.command, base[name]!.command, name);
  t.match(read('README.md'), three.elasticsearch!.image!, 'the guide has the same one');
  const commands = units
    .map((file) => unitOf(file).get('ExecStart')![0]!)
    .filter((command) => command.includes('terrier.mjs'))
    .map((command) => command.split('terrier.mjs ')[1]!);
  t.same(commands.sort(), ['dispatch', 'serve', 'sync']);
  const args = pods.flatMap(({ spec }) => spec.containers[0]!.args ?? []);
  t.same(args.sort(), ['dispatch', 'serve', 'sync']);
  for (const command of commands) t.ok(command in COMMANDS);
});

t.test('ports and addresses agree', async (t) => {
  const ports = {
    PORT: String(base.api!.environment!.PORT),
    METRICS_PORT: String(base.dispatcher!.environment!.METRICS_PORT),
  };
  t.match(settings, ports);
  t.match(literals, ports);
  t.equal(one.caddy!.environment!.API_ADDRESSES, `api:${ports.PORT}`);
  t.match(three.api!.healthcheck!.test.join(' '), `${machine.ADDRESS}:${ports.PORT}/readyz`);
  t.match(three.dispatcher!.healthcheck!.test.join(' '), `${machine.ADDRESS}:${ports.METRICS_PORT}/metrics`);
  const addresses = machine.MACHINES!.split(',');
  t.same(
    shownHosts(nodesIn(settings.ELASTICSEARCH_URL!)),
    addresses.map((address) => `${address}:9200`).join(', '),
  );
  t.same(
    shownHosts(hostsIn(settings.DATABASE_URL!)),
    addresses
      .slice(0, 2)
      .map((address) => `${address}:3306`)
      .join(', '),
  );
  t.match(read('systemd/elasticsearch.yml'), `discovery.seed_hosts: [${addresses.join(', ')}]`);
  const api = addresses.slice(0, 2).map((address) => `${address}:${ports.PORT}`);
  t.equal(machine.API_ADDRESSES, api.join(' '));
  t.equal(settings.HOST, machine.ADDRESS);
  const { scrape_configs } = parse(read('monitoring/prometheus.yml')) as {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  t.same(
    Object.fromEntries(
      scrape_configs.map(({ job_name, static_configs }) => [job_name, static_configs[0]!.targets]),
    ),
    {
      'terrier-api': api,
      'terrier-dispatcher': addresses.slice(0, 2).map((address) => `${address}:${ports.METRICS_PORT}`),
    },
  );
  for (const [name, port] of [
    ['api', ports.PORT],
    ['dispatcher', ports.METRICS_PORT],
  ] as const) {
    const { metadata, spec } = podOf(manifest('Deployment', name))!;
    t.equal(metadata.annotations!['prometheus.io/port'], port);
    t.equal(String(spec.containers[0]!.ports![0]!.containerPort), port);
  }
});

t.test('the API trusts only the proxy in front of it', async (t) => {
  t.equal(one.api!.environment!.TRUST_PROXY, one.caddy!.networks!.default!.ipv4_address);
  t.match(machine.COMPOSE_PROFILES, /front/);
  t.equal(settings.TRUST_PROXY, machine.ADDRESS, 'the machine with the public address');
  t.match(read('compose/Caddyfile'), /path \/metrics \/metrics\/\*\n\trespond @metrics 404/);
  const [rule] = manifest('Ingress', 'api').spec.rules!;
  const blocked = rule!.http.paths.find(({ path }) => path === '/metrics')!.backend.service.name;
  t.equal(manifest('Service', blocked).spec.selector, undefined, 'it selects no pod');
});

t.test('a stop has the time that it needs', async (t) => {
  const seconds = (text = '0s') => Number.parseInt(text, 10) * (text.endsWith('m') ? 60 : 1);
  const needed = {
    api: LONGEST_ARRIVAL / 1_000,
    dispatcher: (DRAIN + CLOSING) / 1_000,
  };
  t.ok(needed.api > 10 && needed.dispatcher > 10, 'more than Compose gives by itself');
  for (const [name, time] of Object.entries(needed)) {
    for (const services of [base, three]) t.ok(seconds(services[name]!.stop_grace_period) > time, name);
    t.ok(seconds(unitOf(`systemd/terrier-${name}.service`).get('TimeoutStopSec')![0]) > time, name);
    const { spec } = podOf(manifest('Deployment', name))!;
    const before = Number(spec.containers[0]!.lifecycle?.preStop.exec.command[1] ?? 0);
    t.ok(spec.terminationGracePeriodSeconds - before > time, name);
  }
  for (const name of ['elasticsearch', 'mysql', 'sync'])
    for (const services of [base, three]) t.ok(seconds(services[name]!.stop_grace_period) > 10, name);
});

t.test('the manifests of Kubernetes match each other', async (t) => {
  const { resources } = kustomization;
  t.same(
    [...resources, 'kustomization.yaml'].sort(),
    files.filter((file) => file.startsWith('kubernetes/')).map((file) => basename(file)),
  );
  for (const { spec, metadata } of pods) {
    const [container] = spec.containers;
    t.equal(container!.image, kustomization.images[0]!.name);
    t.match(container!.envFrom, [
      { configMapRef: { name: kustomization.configMapGenerator[0]!.name } },
      { secretRef: { name: 'terrier' } },
    ]);
    // Kubernetes would set ELASTICSEARCH_PORT for a service of that name, which Terrier would read as a setting.
    t.equal(spec.enableServiceLinks, false);
    const mounted = container!.volumeMounts.map(({ name }) => name).sort();
    t.same(spec.volumes.map(({ name }) => name).sort(), mounted, metadata.labels.app!);
    for (const { persistentVolumeClaim: claim } of spec.volumes)
      if (claim) t.ok(manifest('PersistentVolumeClaim', claim.claimName), claim.claimName);
  }
  for (const { kind, metadata, spec } of manifests) {
    const wanted = spec?.selector?.matchLabels?.app ?? spec?.selector?.app;
    if (wanted)
      t.ok(
        pods.some(({ metadata }) => metadata.labels.app === wanted),
        `${kind} ${metadata.name}`,
      );
  }
  for (const name of ['api', 'dispatcher']) {
    t.ok(manifest('Deployment', name).spec.replicas! > 1);
    t.ok(manifest('PodDisruptionBudget', name), `${name} is not drained whole`);
    const { containers } = podOf(manifest('Deployment', name))!.spec;
    const { startupProbe, livenessProbe, readinessProbe, ports } = containers[0]!;
    const paths = [startupProbe, livenessProbe, readinessProbe].map((probe) => probe!.httpGet.path);
    t.same(paths, name === 'api' ? ['/livez', '/livez', '/readyz'] : ['/metrics', '/metrics', '/metrics']);
    for (const probe of [startupProbe, livenessProbe, readinessProbe])
      t.equal(probe!.httpGet.port, ports![0]!.name);
  }
  for (const path of ['/livez', '/readyz', '/metrics'])
    t.equal((await call(app, 'GET', path)).status, 200, path);
});

t.test('the dashboard shows every metric; it and the alerts name no others', async (t) => {
  // This process has the counters of a dispatcher, too.
  const { text } = await call(app, 'GET', '/metrics');
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  const exposed = new Set(
    [...types].flatMap(([name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  t.ok(types.has('terrier_webhook_attempts_total') && types.has('terrier_http_request_duration_seconds'));
  const namesIn = (expressions: string[]) =>
    new Set(expressions.flatMap((text) => text.match(/\b(?:terrier|process|nodejs)_[a-z0-9_]+/g) ?? []));
  const { panels } = JSON.parse(read('monitoring/dashboard.json')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const shown = namesIn(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)));
  const { groups } = parse(read('monitoring/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap(({ rules }) => rules);
  const watched = namesIn(rules.map(({ expr }) => expr));
  for (const name of [...shown, ...watched]) t.ok(exposed.has(name), name);
  const baseOf = (name: string) => (types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ''));
  const all = [...shown].map(baseOf);
  for (const name of types.keys()) t.ok(all.includes(name), `${name} is shown`);
  const alerted = [...watched].map(baseOf);
  for (const name of types.keys())
    if (name.startsWith('terrier_')) t.ok(alerted.includes(name), `${name} is watched`);
  const jobs = ['terrier-api', 'terrier-dispatcher'];
  for (const { expr } of rules)
    for (const [, job] of expr.matchAll(/job="([^"]+)"/g)) t.ok(jobs.includes(job!), job!);
});
