import { valuesOf } from '../../listed.ts';
import { type Expected, matches, nameOf, type Watch } from '../../webhooks/ledger/records.ts';
import type { Reader } from './reads.ts';

const PAGE = 50;
const PATIENCE = 60_000;

/** Reads the events of an account as its receiver would after an outage: page by page, from both processes. */
export function createFeed({ ledger, api }: Reader, key: string, account: string) {
  const names: string[] = [];
  const seen = new Set<string>();
  let after = '0';

  /** Reads a page; returns whether there may be more. */
  async function read(): Promise<boolean> {
    const { status, json } = await ledger.ask('events', api(), {
      key,
      route: 'get /api/v1/events',
      path: `/api/v1/events?limit=${PAGE}&after=${after}`,
    });
    if (status !== 200) return status === null || status === 503;
    for (const event of json.data) {
      const name = nameOf(event);
      if (seen.has(event.event_id)) ledger.find(`events of ${account}: ${name} twice`);
      seen.add(event.event_id);
      names.push(name);
    }
    if (Number(json.next) < Number(after)) ledger.find(`events of ${account}: ${json.next} after ${after}`);
    after = json.next;
    return json.has_more;
  }

  return {
    read,
    /** Reads the rest, and compares everything that was read with what was published. */
    async judge(expected: Expected[], watches: Watch[]): Promise<void> {
      const end = Date.now() + PATIENCE;
      while ((await read()) && Date.now() < end);
      const own = watches.filter((watch) => watch.account === account);
      const wanted = new Set(
        valuesOf(
          expected.filter((event) => own.some((watch) => matches(watch, event))),
          'name',
        ),
      );
      const found = new Set(names);
      for (const name of wanted)
        if (!found.has(name)) ledger.find(`events of ${account}: ${name} passed over`);
      for (const name of found)
        if (!wanted.has(name)) ledger.find(`events of ${account}: ${name} is not theirs`);
      if (found.size !== names.length)
        ledger.find(`events of ${account}: ${names.length - found.size} twice`);
    },
    figures: () => `events read by ${account}: ${names.length}`,
  };
}
