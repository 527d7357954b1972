import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { PROJECT_ROOT } from '../../src/config.ts';
import type { Findings } from '../proof/findings.ts';
import type { Locked } from './lockfile.ts';

const MOST = 64 << 20;
const PATIENCE = 120_000;

function npm(...args: string[]) {
  const { stdout, stderr } = spawnSync('npm', args, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    maxBuffer: MOST,
    timeout: PATIENCE,
  });
  try {
    return { answer: JSON.parse(stdout), said: stderr };
  } catch {
    return { answer: null, said: stderr || stdout };
  }
}

interface Advisory {
  name: string;
  severity: string;
  range: string;
}

/**
 * Asks the registry for known vulnerabilities in what the lockfile names. Without an answer it says so, and fails
 * nothing.
 */
export function auditFindings(): Findings {
  const title = 'Audit of the lockfile';
  const { answer, said } = npm('audit', '--json', '--package-lock-only');
  const found: Record<string, Advisory> | undefined = answer?.vulnerabilities;
  if (!found || answer.error) {
    const why = answer?.error?.summary || answer?.message || said.trim().split('\n').at(-1) || 'no answer';
    return {
      title,
      figures: [`not audited: no registry answered (${String(why).slice(0, 150)})`],
      faults: [],
    };
  }
  const product = npm('audit', '--json', '--package-lock-only', '--omit=dev').answer?.vulnerabilities ?? {};
  const all = Object.values(found);
  const line = ({ name, severity, range }: Advisory) => `${name} ${range}: ${severity}`;
  const dev = all.filter(({ name }) => !(name in product));
  return {
    title,
    figures: [
      `${Object.keys(product).length} in the product, ${dev.length} in what develops and tests it`,
      ...dev.map((one) => `development: ${line(one)}`),
    ],
    faults: (Object.values(product) as Advisory[]).map((one) => `in the product: ${line(one)}`),
  };
}

interface Component {
  name: string;
  version: string;
  'bom-ref': string;
  hashes?: unknown[];
}

/**
 * Makes the bill of materials of the product, CycloneDX, and compares it with the lockfile. The one for all packages is
 * reduced here, since npm's own `--omit=dev` also leaves out what the product needs if a development package needs it
 * too.
 */
export function sbomFindings(packages: Locked[], file: string | undefined): Findings {
  const { answer, said } = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
  const title = 'Bill of materials (CycloneDX)';
  if (!answer) return { title, figures: [], faults: [`npm sbom failed: ${said.slice(0, 300)}`] };
  const product = new Set(
    packages.filter(({ isDev }) => !isDev).map(({ name, version }) => `${name}@${version}`),
  );
  const components = (answer.components as Component[]).filter(({ name, version }) =>
    product.has(`${name}@${version}`),
  );
  const refs = new Set([...components.map((one) => one['bom-ref']), answer.metadata.component['bom-ref']]);
  const dependencies = (answer.dependencies as { ref: string; dependsOn: string[] }[])
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  if (file) writeFileSync(file, `${JSON.stringify({ ...answer, components, dependencies }, null, 2)}\n`);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return {
    title,
    figures: [
      `version ${answer.specVersion}, ${components.length} components of the product${file ? `, in ${file}` : ''}`,
    ],
    faults: [
      ...[...product].filter((one) => !listed.has(one)).map((one) => `${one} is not in it`),
      ...components.filter(({ hashes }) => !hashes?.length).map(({ name }) => `${name} has no hash in it`),
    ],
  };
}
