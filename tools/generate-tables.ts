import { writeFile } from 'node:fs/promises';
import { tablePages } from './tables.ts';

for (const { path, text } of await tablePages()) await writeFile(path, text);
