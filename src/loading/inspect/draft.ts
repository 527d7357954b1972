import { basename } from 'node:path';
import { countyName, stateByFips } from '../../domain/geography.ts';
import type { PublishedData } from '../sources/source.ts';
import type { TableKind } from './proposal.ts';

/** What a source file says about where its records are. */
export interface DraftPlace {
  kind: TableKind;
  /** 5-digit FIPS code; null leaves it to be filled in. */
  county: string | null;
  data: string;
  protocol: Exclude<PublishedData['protocol'], 'ftp'>;
  /** How the table is read, as in `conform`. */
  reading: Readonly<Record<string, unknown>>;
}

/** A source file that says where a table is and how it is read, but not yet what its columns mean. */
export function draftSource({ kind, county, data, protocol, reading }: DraftPlace): object {
  const name = county === null ? undefined : countyName(county);
  const state = county === null ? undefined : stateByFips(county.slice(0, 2))?.abbr.toLowerCase();
  return {
    schema: 2,
    coverage: {
      ...(county !== null && { 'US Census': { geoid: county, name } }),
      country: 'us',
      ...(state !== undefined && { state }),
      ...(name !== undefined && { county: name }),
    },
    layers: {
      [kind]: [{ name: layerName(data), data, protocol, conform: reading }],
    },
  };
}

/** A name in lower case, without the extension, with only letters, digits, dots, hyphens and underscores. */
export const shortName = (text: string): string =>
  text
    .replace(/\/+$/, '')
    .replace(/(?:\.(?:csv|tsv|txt|zip|gz|shp|gpkg|geojson|json|gdb))+$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A short name for a table: its file's without the extension, in lower case. */
export function layerName(data: string): string {
  const path = URL.canParse(data) ? new URL(data).pathname : data;
  return shortName(basename(path.replace(/\/+(?:query)?$/, ''))) || 'data';
}
