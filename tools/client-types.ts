import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../src/config.ts';
import type { Json } from './document.ts';
import { typesOf } from './openapi-types/openapi-types.mjs';

export const CLIENT_TYPES = resolve(PROJECT_ROOT, 'src/client/openapi.d.mts');

/** The types of the TypeScript client for a document. */
export const clientTypes = (document: Json): Promise<string> => typesOf(document);
