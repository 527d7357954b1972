/** The Python client: its types, its own tests against a running API, and its packages. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { PROJECT_ROOT } from '../../src/config.ts';
import { makePlace, type Place } from '../contract/place.ts';
import { type Python, preparePython } from '../python.ts';
import { testHome } from '../servers.ts';

const CLIENT = resolve(PROJECT_ROOT, 'clients/python');
const VECTORS = resolve(PROJECT_ROOT, 'src/verify/vectors.json');
const LONGEST_RUN = 240_000;
/** Enough for walks of several pages. */
const PARCELS_A_COUNTY = 80;

let python: Python | null = null;
let skip: string | false = false;
try {
  const requirements = join(CLIENT, 'tests/requirements.txt');
  python = preparePython(join(testHome(), 'python-client'), requirements, (line) => t.comment(line));
} catch (error) {
  skip = (error as Error).message;
}
/** It is filled while types are checked and packages are built. */
const starting = python === null ? null : makePlace(PARCELS_A_COUNTY);
// It fails where it is waited for.
starting?.catch(() => {});
t.teardown(async () => (await starting)?.close());

/** Runs a program to its end; returns what it printed. A failed run throws with that. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const options = {
    cwd: CLIENT,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    timeout: LONGEST_RUN,
    maxBuffer: 1 << 24,
  };
  try {
    return (await promisify(execFile)(command, args, options)).stdout;
  } catch (error) {
    const { stdout, stderr, message } = error as Error & { stdout: string; stderr: string };
    throw new Error(`${message}\n${stdout}${stderr}`);
  }
}

/** Runs a module with the packages of the tests, and the client as it lies there. */
function runModule(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { command, env: own } = python!;
  const path = [join(CLIENT, 'src'), own.PYTHONPATH].filter(Boolean).join(':');
  return run(command, ['-m', ...args], {
    ...own,
    PYTHONPATH: path,
    MYPYPATH: join(CLIENT, 'src'),
    ...env,
  });
}

const accessTo = ({ origin, key, endpoint }: Place) => ({
  TERRIER_URL: origin,
  TERRIER_KEY: key,
  TERRIER_ENDPOINT: endpoint,
});

t.test('its types hold, its tests’ too', { skip }, async (t) => {
  const cache = join(testHome(), 'python-client-types');
  t.match(await runModule(['mypy', '--cache-dir', cache, 'src', 'tests']), 'Success');
});

/** Asks for a parcel, and prints where the client is installed and what it needs. */
const SCRIPT = `
import importlib.metadata, os, terrier
with terrier.Terrier(os.environ["TERRIER_URL"], os.environ["TERRIER_KEY"]) as client:
    print(client.get_parcels_id("31109:0109109006000", fields="id")["id"])
print(terrier.__file__)
print(*importlib.metadata.requires("terrier-client"))
`;

t.test('its packages are built, and the wheel works in an environment of its own', { skip }, async (t) => {
  const made = t.testdir({});
  await runModule(['build', '--no-isolation', '--outdir', made, '.']);
  const files = (await readdir(made)).sort();
  t.match(files, [/^terrier_client-[\d.]+-py3-none-any\.whl$/, /^terrier_client-[\d.]+\.tar\.gz$/]);
  const [wheel = ''] = files;
  const listed = await runModule(['zipfile', '-l', join(made, wheel)]);
  const inside = [...listed.matchAll(/^(\S+)\s/gm)].map(([, name]) => name!);
  t.ok(inside.includes('terrier/py.typed') && inside.includes('terrier/operations.py'));
  t.same(
    inside.filter((name) => !/^(File|terrier\/[\w.]+|terrier_client-[\d.]+\.dist-info\/\w+)$/.test(name)),
    [],
    'and nothing else',
  );
  const fresh = join(made, 'fresh');
  const bin = join(fresh, 'bin/python');
  await run(python!.command, ['-m', 'venv', fresh]);
  // What it needs comes from beside the tests' own packages, so that no index is asked.
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', '--no-deps'];
  await run(bin, [...pip, join(made, wheel)]);
  const beside = await runModule(['sysconfig']);
  const packages = python!.env.PYTHONPATH ?? /\spurelib = "(.+)"/.exec(beside)![1]!;
  const printed = await run(bin, ['-c', SCRIPT], { ...accessTo(await starting!), PYTHONPATH: packages });
  const [id, file, needed] = printed.trim().split('\n');
  t.equal(id, '31109:0109109006000');
  t.ok(file?.startsWith(fresh), 'it is the installed one that was asked');
  t.match(needed, /^httpx[\d.,<>=]+$/);
});

t.test('its tests pass against a running API', { skip }, async (t) => {
  const told = await runModule(['pytest', '-q', 'tests'], {
    ...accessTo(await starting!),
    TERRIER_VECTORS: VECTORS,
  });
  const summary = told.trim().split('\n').at(-1)!;
  t.match(summary, /^\d{2,} passed/);
  t.notMatch(summary, /skipped|failed/);
  t.comment(summary);
});
