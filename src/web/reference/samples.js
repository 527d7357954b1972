import { addressOf, kindOf } from './request.js';

/** Longest object or list on one line, in characters. */
const LINE = 70;
const STRING_OR_WORD = /("(?:[^"\\]|\\.)*")(:?)|\b(?:true|false|null)\b/g;
const PYTHON = { true: 'True', false: 'False', null: 'None' };

/** A value as JSON, with what is short on one line; `indent` is that of the line where it begins. */
function literal(value, indent = '') {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = (deeper) =>
    Object.entries(value).map(
      ([name, part]) => (isList ? '' : `${JSON.stringify(name)}: `) + literal(part, deeper),
    );
  const [open, close] = isList ? '[]' : '{}';
  const gap = isList || Object.keys(value).length === 0 ? '' : ' ';
  const line = open + gap + parts(indent).join(', ') + gap + close;
  if (line.length + indent.length <= LINE && !line.includes('\n')) return line;
  const deeper = `${indent}  `;
  return `${open}\n${deeper}${parts(deeper).join(`,\n${deeper}`)}\n${indent}${close}`;
}

const python = (value, indent) =>
  literal(value, indent).replaceAll(STRING_OR_WORD, (word) => PYTHON[word] ?? word);

/** The same in TypeScript, in which most keys need no quotes. */
const typescript = (value) =>
  literal(value).replaceAll(STRING_OR_WORD, (word, text, colon) =>
    colon && /^"[A-Za-z_$][\w$]*"$/.test(text) ? `${text.slice(1, -1)}:` : word,
  );

const KEY = 'TERRIER_API_KEY';
const shell = (words) => `'${words.replaceAll("'", "'\\''")}'`;
const isEmpty = (object) => Object.keys(object).length === 0;
/** The name of the file for a tile or another binary answer. */
const fileOf = ({ path }) => `answer${/\.\w+$/.exec(path)?.[0] ?? ''}`;

/** The headers of a request, except those for the key and the body. */
const headersOf = ({ params, accept }) => Object.entries({ ...params.header, ...(accept && { accept }) });

function curlSample(request, server) {
  const { method, body, withKey } = request;
  const usual = body === undefined ? 'get' : 'post';
  return [
    `curl -s ${method === usual ? '' : `-X ${method.toUpperCase()} `}${shell(server + addressOf(request))}`,
    withKey && `-H "Authorization: Bearer $${KEY}"`,
    ...headersOf(request).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
    body !== undefined && `-H 'Content-Type: application/json' \\\n  -d ${shell(literal(body))}`,
    kindOf(request) === 'bytes' && `-o ${fileOf(request)}`,
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

const TYPESCRIPT_ANSWERS = {
  json: () => 'console.log(data);',
  rows: () =>
    'for await (const text of data!.pipeThrough(new TextDecoderStream())) process.stdout.write(text);',
  bytes: (file) => `if (data) await writeFile('${file}', new Uint8Array(data));`,
};
const PARSERS = { rows: { parseAs: 'stream' }, bytes: { parseAs: 'arrayBuffer' } };

function typescriptSample(request, server) {
  const { method, path, params, body, accept, withKey } = request;
  const kind = kindOf(request);
  const used = Object.fromEntries(Object.entries(params).filter(([, values]) => !isEmpty(values)));
  const init = {
    ...(!isEmpty(used) && { params: used }),
    ...(body !== undefined && { body }),
    ...(accept && { headers: { Accept: accept } }),
    ...PARSERS[kind],
  };
  const key = withKey ? `, key: process.env.${KEY}` : '';
  return [
    ...(kind === 'bytes' ? [`import { writeFile } from 'node:fs/promises';`] : []),
    `import { createTerrier } from 'terrier/client';`,
    '',
    `const terrier = createTerrier({ baseUrl: '${server}'${key} });`,
    `const { data } = await terrier.${method.toUpperCase()}('${path}'${isEmpty(init) ? '' : `, ${typescript(init)}`});`,
    TYPESCRIPT_ANSWERS[kind](fileOf(request)),
  ].join('\n');
}

const PYTHON_ANSWERS = {
  json: () => 'print(answer.json())',
  rows: () => 'for line in answer.iter_lines():\n    print(line.decode())',
  bytes: (file) => `with open("${file}", "wb") as file:\n    file.write(answer.content)`,
};

function pythonSample(request, server) {
  const { method, body, withKey } = request;
  const kind = kindOf(request);
  const headers = headersOf(request).map(([name, value]) => `${python(name)}: ${python(value)}`);
  if (withKey) headers.unshift(`"Authorization": f"Bearer {os.environ['${KEY}']}"`);
  const parts = [
    python(server + addressOf(request)),
    headers.length > 0 && `headers={${headers.join(', ')}}`,
    body !== undefined && `json=${python(body, '    ')}`,
    kind === 'rows' && 'stream=True',
  ].filter(Boolean);
  return [
    ...(withKey ? ['import os', ''] : []),
    'import requests',
    '',
    `answer = requests.${method}(\n${parts.map((part) => `    ${part},\n`).join('')})`,
    'answer.raise_for_status()',
    PYTHON_ANSWERS[kind](fileOf(request)),
  ].join('\n');
}

/** By language, how a request to a server (`https://…`) is written. The key is read from the environment. */
export const SAMPLES = { curl: curlSample, TypeScript: typescriptSample, Python: pythonSample };
