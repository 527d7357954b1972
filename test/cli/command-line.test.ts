import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import manifest from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/cli/index.ts';
import { table } from '../../src/cli/print.ts';
import { progressText } from '../../src/cli/progress.ts';
import { PROJECT_ROOT } from '../../src/config.ts';
import { EVENT_TYPES } from '../../src/domain/events.ts';
import { counted } from '../../src/domain/in-words.ts';
import { checkFiles } from '../../src/loading/ingest/canonical.ts';
import { unreadable } from '../../src/loading/readers/bytes.ts';
import { makeHarness } from '../helper.ts';
import { refuses, terrierHere } from './in-process.ts';

const harness = await makeHarness(t);
const MAIN = resolve(PROJECT_ROOT, 'src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'terrier-commands-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

function terrier(args: string[], settings: Record<string, string> = {}, flags: string[] = []) {
  const env = { ...process.env, ...harness.env, ...settings };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, MAIN, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

/** The same without a process of its own. */
const here = (args: string[], settings: Record<string, string> = {}) =>
  terrierHere(args, { ...harness.env, ...settings });

/** Prints the address of every loaded module to standard error. */
const TELL_MODULES = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load: (url, context, next) => { console.error(url); return next(url, context); } });`,
)}`;

t.test('a reader that leaves early breaks nothing', { skip: process.platform === 'win32' }, async (t) => {
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '"$0" "$1" openapi | head -c 5', process.execPath, MAIN],
    {
      env: { ...process.env, ...harness.env },
      encoding: 'utf8',
    },
  );
  t.equal(stdout, '{\n  "');
  t.equal(stderr, '');
});

t.test('--help and --version print everything without loading the commands', async (t) => {
  const help = terrier(['--help'], {}, ['--import', TELL_MODULES]);
  t.equal(help.status, 0);
  const flat = help.out.replace(/\s+/g, ' ');
  for (const [name, { description }] of Object.entries(COMMANDS)) {
    t.ok(flat.includes(`${name} ${description}`), `${name} is listed`);
  }
  t.match(help.out, /ELASTICSEARCH_URL: .*\n/, 'so are the settings');
  const loaded = help.err.split('\n').filter((url) => url.startsWith('file:'));
  t.ok(loaded.length > 0);
  const packages = new Set(loaded.map((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]));
  t.same([...packages].sort(), ['commander', 'typebox', undefined], 'two packages, and its own files');
  t.notMatch(help.err, /typebox\/build\/value/, 'what checks settings is not loaded');
  t.notMatch(help.err, /src\/commands\/(?!index\.ts|program\.ts)/, 'no command is loaded');

  const listen = terrier(['listen', '--help']).out;
  for (const type of EVENT_TYPES) t.ok(listen.includes(`${type}  `), `listen --help has ${type}`);

  t.same(terrier(['--version']), { status: 0, out: `${manifest.version}\n`, err: '' });
  for (const flag of ['--version', '-v']) {
    t.same(await here([flag]), { status: 0, out: `${manifest.version}\n`, err: '' });
  }
});

t.test('every command has help, also by `terrier help`', async (t) => {
  for (const [name, { description, load }] of Object.entries(COMMANDS)) {
    const command = await load();
    t.equal(command.name(), name);
    t.equal(command.description(), '', `${name}: its words stand in the list of commands alone`);
    t.ok(description.length > 0);
  }
  const help = await here(['help', 'keys']);
  t.equal(help.status, 0);
  t.match(help.out, /^Usage: terrier keys .*\n\nCreate, list, deactivate and rotate API keys\n/);
  t.match(help.out, /rotate \[options\] <id>/);
});

t.test('a wrong command line points to the help', async (t) => {
  const rows: [args: string[], complaint: RegExp][] = [
    [['ingset'], /unknown command 'ingset'\n\(Did you mean ingest\?\)\n\(see terrier --help\)/],
    [['ingest'], /missing required argument 'kind'\n\(see terrier ingest --help\)/],
    [['keys', 'create'], /'--tier <tier>' not specified\n\(see terrier keys create --help\)/],
  ];
  for (const [args, complaint] of rows) {
    t.match(await here(args), { status: 1, out: '', err: complaint });
  }
  const [args, complaint] = rows[0]!;
  t.match(terrier(args), { status: 1, out: '', err: complaint }, 'in a process of its own');
});

t.test('unreadable input is reported in a sentence, before anything starts', async (t) => {
  const good = write('good.ndjson', '{"county_fips":"31109","parcel_id":"c1"}\n');
  const missing = join(folder, 'missing.ndjson');
  const sentences: [name: string, files: string[], complaint: RegExp][] = [
    [
      'a missing file behind a good one',
      [good, '/nowhere/x.csv'],
      /^\/nowhere\/x\.csv cannot be read: there is no such file\.$/,
    ],
    ['a file as a folder', [`${good}/x.csv`], /x\.csv cannot be read: there is no such file\.$/],
    ['a folder', [folder], /is a folder: name the files in it\.$/],
    ['an empty name', [''], /^The name of an input file is empty\.$/],
    ['an unknown extension', [write('good.xyz', '')], /good\.xyz cannot be told from its name: .*--format/],
  ];
  for (const [name, files, complaint] of sentences) {
    await t.rejects(checkFiles(files, false), { message: complaint }, name);
  }
  await checkFiles(['-', good, join(folder, 'good.xyz')], true);
  t.match(
    unreadable('x.csv', { code: 'EACCES' } as never).message,
    /^x\.csv cannot be read: reading it is not permitted\.$/,
  );

  const rows: [name: string, args: string[], complaint: string][] = [
    ['a missing file', [missing], `${missing} cannot be read: there is no such file.\n`],
    [
      '--nulled onto the input',
      ['--nulled', good, good],
      `--nulled ${good} is an input file: name another one.\n`,
    ],
    [
      '--nulled nowhere',
      ['--nulled', '/nowhere/x', good],
      '--nulled /nowhere/x cannot be written (ENOENT).\n',
    ],
    ['--nulled without a name', ['--nulled', ' ', good], '--nulled needs the name of a file.\n'],
  ];
  for (const [name, args, err] of rows) {
    t.same(await here(['ingest', 'parcels', ...args]), { status: 1, out: '', err }, name);
  }
});

t.test('an address that cannot be read is not mistaken for one of Terrier’s own servers', async (t) => {
  const rows: [string[], RegExp][] = [
    [
      ['inspect', 'http://nobody.invalid/'],
      /^(?!.*MySQL).*http:\/\/nobody\.invalid\/ cannot be read: its host /s,
    ],
    [
      ['inspect', 'http://127.0.0.1:9/', '--allow-private'],
      /^(?!.*MySQL).*http:\/\/127\.0\.0\.1:9\/ cannot be read: its server refuses/s,
    ],
  ];
  await refuses(t, harness.env, rows);
});

t.test('the content of a file cannot control the terminal', async (t) => {
  const hostile = 'A\x1b]0;owned\x07\x1b[2J\u009b2J\u202eB';
  const file = write('hostile.csv', `APN,OWNER,${hostile}\n1-1,${hostile},${hostile}\n1-2,${hostile},x\n`);
  for (const args of [
    ['inspect', file],
    ['inspect', file, '--json'],
    ['ingest', 'parcels', file, '--dry-run'],
    ['ingest', 'parcels', join(folder, hostile)],
  ]) {
    const { out, err } = await here(args);
    t.notMatch(out + err, /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u, args.join(' '));
    if (args[0] === 'inspect') t.match(out + err, '\\u001b[2J', 'it is shown');
  }
});

t.test('a load says when a table has no rows or an unusual form', async (t) => {
  const header = 'county_fips;parcel_id;year_built';
  const rows: [name: string, file: string, status: number, out: RegExp, err: RegExp][] = [
    [
      'no header',
      write('empty.csv', ''),
      1,
      /^$/,
      /^Nothing was loaded: .*empty\.csv: it is empty: the first line of a CSV file names its columns\.\n$/,
    ],
    [
      'a header alone',
      write('header.csv', `${header}\n`),
      0,
      /header\.csv has a header line and no rows\.\nparcels: 0 read/,
      /^$/,
    ],
    [
      'semicolons and one row',
      write('semicolons.csv', `${header}\n31109;c9;1234\n`),
      0,
      /semicolons\.csv has its columns separated by semicolons\.\nparcels: 1 read, 1 created.*\n.*year_built:out_of_range: 1, such as 1234\n.*\(0 parcels changed\)/s,
      /^$/,
    ],
    [
      'UTF-16',
      write('wide.csv', Buffer.from(`\ufeff${header}\n`, 'utf16le')),
      0,
      /wide\.csv has a header line and no rows\.\nparcels: 0 read/,
      /^$/,
    ],
  ];
  for (const [name, file, status, out, err] of rows) {
    const ended = await here(['ingest', 'parcels', file]);
    t.equal(ended.status, status, name);
    t.match(ended.out, out, name);
    t.match(ended.err, err, name);
  }
});

t.test('keys are listed under a header', async (t) => {
  await harness.key({ name: 'first key' });
  const lines = (await here(['keys', 'list'])).out.split('\n');
  t.match(lines[0], /^ID {2,}KEY {2,}TIER {2,}ACCOUNT {2,}STATE {2,}LAST USED {2,}NAME$/);
  t.match(lines[1], /^key_\w+ {2}terrier_\S+… {2}\w+ {2,}acc_\w+ {2}active {2,}never {2,}first key$/);
  t.equal(lines[1]!.indexOf('first key'), lines[0]!.indexOf('NAME'), 'its columns stand under their names');
});

t.test('mcp names the flag or setting that cannot be used', async (t) => {
  const rows: [args: string[], settings: Record<string, string>, complaint: RegExp][] = [
    [['--url', 'nonsense'], {}, /^--url must be an http or https address/],
    [['--url', 'http://user:pw@127.0.0.1'], {}, /^--url must have no user, password/],
    [[], { TERRIER_API_KEY: 'a b' }, /^TERRIER_API_KEY must be a text without blanks/],
  ];
  for (const [args, settings, complaint] of rows) {
    const ended = await here(['mcp', ...args], settings);
    t.match(ended.err, complaint, args.join(' '));
    t.equal(ended.status, 1, args.join(' '));
    t.notMatch(ended.err, /pw|a b/, 'nothing secret is repeated');
  }
});

t.test('progress shows no unknown rate, and counts nothing twice', async (t) => {
  const load = { phase: 'load', rows: 500 } as const;
  t.equal(progressText({ ...load, share: null }, 0.2), '500 rows read');
  t.equal(progressText({ ...load, share: 0 }, 0.2), '500 rows read');
  t.equal(progressText({ ...load, share: 0.25 }, 0.2), '500 rows read, 25 %');
  t.equal(progressText({ ...load, share: 0.25 }, 2), '500 rows read, 250/s, 25 %, 6 s left');
  t.equal(progressText({ ...load, share: 1 }, 70), '500 rows read, 7/s, 100 %');
  t.equal(
    progressText({ phase: 'derive', rows: 9_999, share: null, step: 'owners (step 5 of 11)' }, 62),
    'deriving owners (step 5 of 11), 1 min 2 s',
  );
  t.match(progressText({ phase: 'waiting', rows: 0, share: null }, 0), /another load is running/);
});

t.test('the derive step names each of its steps once, in order', async (t) => {
  const steps: string[] = [];
  await harness.load('parcels', [{ county_fips: '31109', parcel_id: 's1', owner_name: 'DOE PAT' }], {
    onProgress({ phase, step }) {
      if (phase === 'derive' && steps.at(-1) !== step) steps.push(step!);
    },
  });
  t.equal(steps[0], 'deeds (step 1 of 12)');
  t.equal(steps[1], 'sales of parcels (step 2 of 12)');
  t.equal(steps.at(-1), 'packs (step 12 of 12)');
  t.equal(steps.length, 12);
});

t.test('counts have the right noun, and columns of tables are aligned', async (t) => {
  t.equal(counted(1, 'event'), '1 event');
  t.equal(counted(0, 'event'), '0 events');
  t.equal(counted(2, 'delivery', 'deliveries'), '2 deliveries');
  t.equal(
    table(
      ['A', 'LONG'],
      [
        ['abc', ''],
        ['d', 'e'],
      ],
    ),
    'A    LONG\nabc\nd    e',
  );
});
