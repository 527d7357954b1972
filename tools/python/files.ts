import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../../src/config.ts';
import type { Json } from '../document.ts';
import { methodsOf } from './methods.ts';
import { indent, pascal } from './names.ts';
import { makeTypes } from './types.ts';

const PACKAGE = resolve(PROJECT_ROOT, 'clients/python/src/terrier');
const VERIFIER = resolve(PROJECT_ROOT, 'src/web/console/verifiers/verify.py');
const MADE = '# Made by `npm run generate:client`: not to be edited.';

/** What deliveries of webhooks bring, by event type. */
function eventLines(names: string[]): string[] {
  return ['', 'WebhookEvent = Union[', ...indent(names.map((name) => `${name},`)), ']'];
}

/** The generated files of the Python client for a document, by path. */
export async function pythonFiles(document: Json): Promise<Map<string, string>> {
  const types = makeTypes(document);
  const events = Object.entries<Json>(document.webhooks).map(([type, { post }]) => {
    const { title: _, ...schema } = post.requestBody.content['application/json'].schema;
    return types.typeOf(schema, `${pascal(type)}Event`);
  });
  const methods = methodsOf(document, types);
  const models = [
    MADE,
    '"""The types of what the API takes and answers."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Literal, TypedDict, Union',
    '',
    ...types.declarations(),
    ...eventLines(events),
    '',
  ];
  const operations = [
    MADE,
    '"""The operations of the API, one or more methods for each."""',
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Iterator, Sequence',
    'from contextlib import AbstractContextManager',
    'from typing import Any, Literal, cast, overload',
    '',
    'import httpx',
    '',
    'from .export import ExportedParcel, ExportedParcelPart',
    ...importLines(types.names(), methods.join('\n')),
    'from .request import GEOJSON, OMITTED, Omitted, new_key, nullable, segment',
    'from .transport import Transport',
    '',
    '',
    'class Operations(Transport):',
    '    """Everything that can be asked of the API, by the operations of its document."""',
    '',
    ...indent(methods),
  ];
  const verifier = `${MADE}\n${await readFile(VERIFIER, 'utf8')}`;
  return new Map([
    [resolve(PACKAGE, 'models.py'), `${models.join('\n').trimEnd()}\n`],
    [resolve(PACKAGE, 'operations.py'), `${operations.join('\n').trimEnd()}\n`],
    [resolve(PACKAGE, 'signature.py'), verifier],
  ]);
}

/** The types that a text uses. */
function importLines(names: string[], used: string): string[] {
  const words = new Set(used.match(/\w+/g));
  const some = names.filter((name) => words.has(name)).toSorted();
  return ['from .models import (', ...indent(some.map((name) => `${name},`)), ')'];
}
