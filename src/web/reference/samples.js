import { literal, quoted } from './literal.js';
import { addressOf, kindOf } from './request.js';

const KEY = 'TERRIER_API_KEY';
const shell = (words) => `'${words.replaceAll("'", "'\\''")}'`;
const isEmpty = (object) => Object.keys(object).length === 0;
/** The name of the file for a tile or another binary answer. */
const fileOf = ({ path }) => `answer${/\.\w+$/.exec(path)?.[0] ?? ''}`;

/** The headers of a request, except those for the key and the body. */
const ownHeaders = ({ params, accept }) => ({ ...params.header, ...(accept === null ? {} : { accept }) });

function curl(request, server) {
  const { method, body, withKey } = request;
  const usual = body === undefined ? 'get' : 'post';
  const parts = [
    `curl -s ${method === usual ? '' : `-X ${method.toUpperCase()} `}${shell(server + addressOf(request))}`,
  ];
  if (withKey) parts.push(`-H "Authorization: Bearer $${KEY}"`);
  for (const [name, value] of Object.entries(ownHeaders(request)))
    parts.push(`-H ${shell(`${name}: ${value}`)}`);
  if (body !== undefined)
    parts.push(`-H 'Content-Type: application/json'`, `-d ${shell(literal(body, 'json'))}`);
  if (kindOf(request) === 'bytes') parts.push(`-o ${fileOf(request)}`);
  return parts.join(' \\\n  ');
}

const TYPESCRIPT_ANSWERS = {
  json: () => 'console.log(data);',
  rows: () =>
    'for await (const text of data!.pipeThrough(new TextDecoderStream())) process.stdout.write(text);',
  bytes: (request) => `if (data) await writeFile('${fileOf(request)}', new Uint8Array(data));`,
};

function typescript(request, server) {
  const { method, path, params, body, accept, withKey } = request;
  const kind = kindOf(request);
  const options = { baseUrl: quoted(server), ...(withKey ? { key: `process.env.${KEY}` } : {}) };
  const used = Object.fromEntries(Object.entries(params).filter(([, values]) => !isEmpty(values)));
  const init = {
    ...(isEmpty(used) ? {} : { params: used }),
    ...(body === undefined ? {} : { body }),
    ...(accept === null ? {} : { headers: { Accept: accept } }),
    ...(kind === 'rows' ? { parseAs: 'stream' } : kind === 'bytes' ? { parseAs: 'arrayBuffer' } : {}),
  };
  const given = isEmpty(init) ? '' : `, ${literal(init, 'typescript')}`;
  const settings = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return [
    ...(kind === 'bytes' ? [`import { writeFile } from 'node:fs/promises';`] : []),
    `import { createTerrier } from 'terrier/client';`,
    '',
    `const terrier = createTerrier({ ${settings.join(', ')} });`,
    `const { data } = await terrier.${method.toUpperCase()}(${quoted(path)}${given});`,
    TYPESCRIPT_ANSWERS[kind](request),
  ].join('\n');
}

const PYTHON_ANSWERS = {
  json: () => 'print(answer.json())',
  rows: () => 'for line in answer.iter_lines():\n    print(line.decode())',
  bytes: (request) => `with open("${fileOf(request)}", "wb") as file:\n    file.write(answer.content)`,
};

function python(request, server) {
  const { method, params, body, withKey } = request;
  const kind = kindOf(request);
  const address = server + addressOf({ ...request, params: { ...params, query: {} } });
  // Python would send True; the API expects true.
  const query = Object.fromEntries(
    Object.entries(params.query).map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(value) : value,
    ]),
  );
  const headers = Object.entries(ownHeaders(request)).map(
    ([name, value]) => `${literal(name, 'python')}: ${literal(value, 'python')}`,
  );
  if (withKey) headers.unshift(`"Authorization": f"Bearer {os.environ['${KEY}']}"`);
  const parts = [
    literal(address, 'python'),
    ...(isEmpty(query) ? [] : [`params=${literal(query, 'python', '    ')}`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(body === undefined ? [] : [`json=${literal(body, 'python', '    ')}`]),
    ...(kind === 'rows' ? ['stream=True'] : []),
  ];
  return [
    ...(withKey ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method}(\n${parts.map((part) => `    ${part},\n`).join('')})`,
    'answer.raise_for_status()',
    PYTHON_ANSWERS[kind](request),
  ].join('\n');
}

/** The languages of samples, and how each writes a request to a server (`https://…`). The key is read from the environment. */
export const LANGUAGES = [
  ['curl', curl],
  ['TypeScript', typescript],
  ['Python', python],
];
