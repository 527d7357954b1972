import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import { templateOf } from '../src/stores/elastic/fields/index.ts';
import type { IndexKind } from '../src/stores/elastic/indices.ts';

const fileOf = (kind: IndexKind) => resolve(PROJECT_ROOT, 'index-templates', `${kind}.json`);

const written = (kind: IndexKind) => `${JSON.stringify(templateOf(kind), null, 2)}\n`;

/** Whether the file of a kind in `index-templates/` is up to date with the kind's fields. */
export const isWritten = async (kind: IndexKind): Promise<boolean> =>
  (await readFile(fileOf(kind), 'utf8')) === written(kind);

/** Writes the index template of a kind as JSON. */
export const writeTemplate = (kind: IndexKind) => writeFile(fileOf(kind), written(kind));
