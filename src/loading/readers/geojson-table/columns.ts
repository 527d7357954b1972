import { uniqueNames } from '../column-names.ts';
import type { Cell, Column } from '../table.ts';
import type { Feature } from './features.ts';

/** A column, and where its cells are in a feature: `key` is the property, null for the `id` of the feature itself. */
export interface FeatureColumn extends Column {
  key: string | null;
  cellOf(feature: Feature): Cell;
}

/** The value of a property as a cell; nested values become JSON. */
export function cell(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : JSON.stringify(value);
}

function typeOf(values: unknown[]): Column['type'] {
  const kinds = new Set(
    values.filter((value) => value !== null && value !== undefined).map((value) => typeof value),
  );
  if (kinds.size !== 1) return 'text';
  const [kind] = kinds;
  if (kind === 'object') return 'other';
  return kind === 'number' || kind === 'boolean' ? kind : 'text';
}

/** The columns of features: their properties, and `id` when features have one of their own. */
export function columnsOf(features: readonly Feature[]): FeatureColumn[] {
  const keys = [...new Set(features.flatMap(({ properties }) => Object.keys(properties)))];
  const names = uniqueNames(keys);
  const columns = keys.map((key, at): FeatureColumn => {
    const type = typeOf(features.map(({ properties }) => properties[key]));
    const cellOf = ({ properties }: Feature) =>
      Object.hasOwn(properties, key) ? cell(properties[key]) : null;
    return { key, name: names[at]!, alias: null, type, length: null, codes: null, cellOf };
  });
  if (names.includes('id') || features.every(({ id }) => id === null)) return columns;
  const type = typeOf(features.map(({ id }) => id));
  const cellOf = ({ id }: Feature) => id;
  return [{ key: null, name: 'id', alias: null, type, length: null, codes: null, cellOf }, ...columns];
}
