/**
 * Client generators read the OpenAPI document: what each makes compiles, and reads a page from a running API. If a
 * generator cannot be installed here, its test is skipped.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { withoutRules } from '../../tools/openapi-types/without-rules.mjs';
import { PERMITS } from '../api/mcp/records.ts';
import { listening, parcels } from '../client/support.ts';
import { call, makeHarness } from '../helper.ts';
import { GO, HEY, MODELS, PYTHON, TYPES } from './generators/programs.ts';
import { GO_RUNTIME, tools } from './generators/tools.ts';
import { run } from './install.ts';

const harness = await makeHarness(t);
await harness.load('parcels', parcels(30));
await harness.load('permits', PERMITS);
const { baseUrl } = await listening(harness);
const { app, key } = await harness.api();
const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as object;

/** What the programs print of a page of the API. */
const asPrinted = ({ total, data }: { total: number; data: { id: string }[] }) => [total, data[0]!.id];
const searched = asPrinted(
  (
    await call(app, 'POST', '/api/v1/search', {
      key,
      body: { bounds: { north: 49, south: 24, east: -66, west: -125 } },
    })
  ).json(),
);
const contractors = (await call(app, 'GET', '/api/v1/deals/contractors?state=NE', { key })).json();

/** A folder with the document, unchanged or without the rules that some generators cannot read, and a program. */
function folderWith(t: Test, files: Record<string, string>): string {
  const folder = t.testdir(files);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'plain.json'), JSON.stringify(withoutRules(document)));
  return folder;
}

/** Checks that a program compiles. `args` are further options of the compiler. */
const compile = (cwd: string, packages: string, file: string, ...args: string[]) =>
  run(
    process.execPath,
    [join(packages, 'typescript/bin/tsc'), file, '--strict', '--target', 'es2022', '--skipLibCheck', ...args],
    { cwd },
  );

t.test('openapi-typescript', { skip: tools.npm.skip }, async (t) => {
  const cwd = folderWith(t, { 'package.json': '{"type":"module"}', 'read.ts': TYPES });
  const packages = tools.npm.tool!;
  const generator = join(packages, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [generator, 'openapi.json', '-o', 'terrier.ts'], { cwd });
  const types = ['--typeRoots', join(import.meta.dirname, '../../node_modules/@types'), '--types', 'node'];
  await compile(
    cwd,
    packages,
    'read.ts',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
    '--noEmit',
    ...types,
  );
  t.same(JSON.parse(await run(process.execPath, ['read.ts', baseUrl, key], { cwd })), searched);
});

t.test('@hey-api/openapi-ts', { skip: tools.npm.skip }, async (t) => {
  const cwd = folderWith(t, { 'package.json': '{"type":"commonjs"}', 'read.ts': HEY });
  const packages = tools.npm.tool!;
  const generator = join(packages, '@hey-api/openapi-ts/bin/run.js');
  await run(process.execPath, [generator, '-i', 'openapi.json', '-o', 'client'], { cwd });
  const types = ['--typeRoots', join(import.meta.dirname, '../../node_modules/@types'), '--types', 'node'];
  await compile(cwd, packages, 'read.ts', '--module', 'commonjs', '--moduleResolution', 'node10', ...types);
  t.same(JSON.parse(await run(process.execPath, ['read.js', baseUrl, key], { cwd })), searched);
});

t.test('openapi-python-client', { skip: tools.python.skip }, async (t) => {
  const cwd = folderWith(t, {});
  const { command, env } = tools.python.tool!;
  const arguments_ = [
    '-m',
    'openapi_python_client',
    'generate',
    '--path',
    'plain.json',
    '--output-path',
    'made',
  ];
  await run(command, arguments_, { cwd, env });
  writeFileSync(join(cwd, 'made/read.py'), PYTHON);
  t.same(JSON.parse(await run(command, ['made/read.py', baseUrl, key], { cwd, env })), searched);
});

t.test('datamodel-code-generator', { skip: tools.python.skip }, async (t) => {
  const cwd = folderWith(t, { 'read.py': MODELS });
  const { command, env } = tools.python.tool!;
  const to = ['--output', 'models.py', '--output-model-type', 'pydantic_v2.BaseModel'];
  const from = ['--input', 'plain.json', '--input-file-type', 'openapi'];
  await run(command, ['-m', 'datamodel_code_generator', ...from, ...to], { cwd, env });
  t.same(JSON.parse(await run(command, ['read.py', baseUrl, key], { cwd, env })), searched);
});

t.test('oapi-codegen', { skip: tools.oapiCodegen.skip }, async (t) => {
  const runtime = `require github.com/oapi-codegen/runtime v${GO_RUNTIME}`;
  const cwd = folderWith(t, { 'go.mod': `module read\n\ngo 1.24\n\n${runtime}\n`, 'main.go': GO });
  const made = await run(
    tools.oapiCodegen.tool!,
    ['-generate', 'types,client', '-package', 'main', 'plain.json'],
    {
      cwd,
    },
  );
  writeFileSync(join(cwd, 'terrier.gen.go'), made);
  const env = { GOFLAGS: '-mod=mod' };
  t.same(JSON.parse(await run('go', ['run', '.', baseUrl, key], { cwd, env, timeout: 600_000 })), [
    contractors.total,
    contractors.data[0].contractor_id,
  ]);
});
