import type { FastifyInstance } from 'fastify';
import { demoParcels } from '../../../../src/loading/demo/generate.ts';
import { call, EVERYWHERE } from '../../../helper.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
export type Json = any;

export const ALL = { bounds: EVERYWHERE };

/** The first parcels of the demo that have a location. */
export function located(count: number): Record<string, unknown>[] {
  const parcels: Record<string, unknown>[] = [];
  for (const parcel of demoParcels()) if (parcel.location && parcels.push({ ...parcel }) === count) break;
  return parcels;
}

export const pathOf = (search: object, more: Record<string, string> = {}) =>
  `/api/v1/search/export?${new URLSearchParams({ search: JSON.stringify(search), ...more })}`;

/** Exports as a key gets them, and the parcels that they should have. */
export function exporting(app: FastifyInstance, key: string) {
  const exported = (search: object, more: Record<string, string> = {}, with_ = key) =>
    call(app, 'GET', pathOf(search, more), { key: with_ });

  /** All parcels of a search by their ids, read page by page. */
  async function searched(search: object): Promise<Map<string, Json>> {
    const rows = new Map<string, Json>();
    for (;;) {
      const page = (
        await call(app, 'POST', '/api/v1/search', { key, body: { ...search, limit: 500, offset: rows.size } })
      ).json();
      for (const row of page.data) rows.set(row.id, row);
      if (rows.size >= page.total) return rows;
    }
  }
  return { exported, searched };
}
