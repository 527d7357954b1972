import { listed } from '../../../domain/in-words.ts';
import { Failure, PATIENCE, type Patience, shown } from '../failure.ts';
import { createHttp, type HttpOptions } from '../http.ts';
import { type ReadRow, some, type Table } from '../table.ts';
import { countRows, createAsk, layerAddress } from './client.ts';
import { describe } from './description.ts';
import { type Kept, openKept } from './kept.ts';
import { createPages, type Layer, type Page } from './pages.ts';
import { noTally, type Tally } from './rows.ts';

export interface LayerOptions extends HttpOptions {
  /** A folder that keeps complete pages, so that an interrupted read can continue; delete it afterwards. */
  pages?: string;
  patience?: Partial<Patience>;
}

type LayerTable = Table & {
  /** When the publisher last changed the layer, ISO 8601; null when the server does not say. */
  lastEdited: string | null;
};

/** Tries to read the description of a layer. Few, since a user waits and the address is usually wrong. */
const TRIES = 3;
/** Reading fails when a layer gives less than this share of its rows. */
const LEAST = 0.99;

const TALLY_WORDS: Record<keyof Tally, string> = {
  unreadable: 'with coordinates that are not numbers: loaded without an outline or a location',
  outside: 'with coordinates that are not on Earth: loaded without an outline or a location',
  incomplete: 'without some of the columns of the layer: these values are blank',
  unnumbered: 'without an object id: messages name them by their number in the answer',
  repeated: 'with the object id of an earlier row: left out',
  shared: 'with the object id of another row, and other values: loaded too',
};

function tallyRemarks(tally: Tally, hasIds: boolean): string[] {
  return Object.entries(TALLY_WORDS).flatMap(([key, words]) => {
    const count = tally[key as keyof Tally]; // The keys are those of a Tally.
    return count === 0 || (key === 'unnumbered' && !hasIds) ? [] : [`${some(count, 'row')} ${words}.`];
  });
}

function add(total: Tally, tally: Tally): void {
  for (const key of Object.keys(tally)) total[key as keyof Tally] += tally[key as keyof Tally];
}

/** The same values, each fetched while the one before is used. Calls `stop` when the reader stops early. */
export async function* oneAhead<T>(source: AsyncGenerator<T>, stop: () => void): AsyncGenerator<T> {
  const fetch = () => {
    const next = source.next();
    // Without a handler, a failure before its turn would end the process. It is thrown when its turn comes.
    next.catch(() => {});
    return next;
  };
  let next = fetch();
  try {
    for (;;) {
      const { value, done } = await next;
      if (done) return;
      next = fetch();
      yield value;
    }
  } finally {
    stop();
    await next.catch(() => {});
  }
}

/**
 * Compares what was read with the layer's count.
 * @throws Failure when more than 1% of the rows are missing, by a new count if the server gives one.
 */
async function countRemark(
  address: string,
  read: number,
  count: number | null,
  recount: () => Promise<number | null>,
): Promise<string | null> {
  if (count === null || read === count) return null;
  const now = await recount();
  if (read < (now ?? count) * LEAST) {
    throw new Failure(
      `${address} gave only ${read.toLocaleString('en-US')} of its ${some(now ?? count, 'row')}. Try again later.`,
    );
  }
  return now === null || now === count
    ? `The server counts ${some(count, 'row')} and gave ${read.toLocaleString('en-US')}.`
    : `The layer changed while it was read: the server counted ${some(count, 'row')}, then ${now.toLocaleString('en-US')}, and gave ${read.toLocaleString('en-US')}.`;
}

/** All pages: first the kept ones, then those from the server, which are kept, too. */
async function* allPages(pages: ReturnType<typeof createPages>, kept: Kept | null): AsyncGenerator<Page> {
  let number = 1;
  let next: Page['next'] = null;
  let page = (await kept?.read(number, null)) ?? null;
  if (page === null) next = await pages.first();
  while (page !== null) {
    pages.recall(page);
    next = page.next;
    yield page;
    number++;
    page = next === null ? null : ((await kept?.read(number, next)) ?? null);
  }
  for (; next !== null; number++) {
    const page = await pages.pageAt(next);
    await kept?.write(number, next, page);
    next = page.next;
    yield page;
  }
}

/**
 * Opens a layer of an ArcGIS server by its address (`…/FeatureServer/0`, also with `/query` or `?f=json` at its end). A
 * `where`, `objectIds`, `geometry` or other selection in the address holds. Its rows are read page by page, with at most
 * two requests at once; requests that fail temporarily are repeated, if need be for fewer rows. A row without a usable
 * geometry keeps its cells; `remarks` say how many such rows there are.
 * @throws Failure with a sentence: the layer does not answer, needs a token, is a service (its layers are listed) …
 */
export async function openLayer(
  address: string,
  { pages: folder, patience: partial, ...options }: LayerOptions = {},
): Promise<LayerTable> {
  const place = layerAddress(address);
  const { selection } = place;
  const name = shown(place.layer);
  const patience = { ...PATIENCE, ...partial };
  const http = createHttp(options);
  const closing = new AbortController();
  const askWith = (signal: AbortSignal) => createAsk(http, place, patience, signal);

  async function open(): Promise<Layer> {
    const ask = askWith(closing.signal);
    const description = describe(await ask.patiently('', {}, TRIES), name);
    return { address: name, selection, description, count: await countRows(ask) };
  }
  const layer = await open().catch((error) => {
    http.close();
    throw error;
  });
  const { description, count } = layer;
  const { columns, projection, geometry, lastEdited } = description;
  const selected = Object.keys(selection);
  const known = [
    ...(selected.length > 0
      ? [`Only the rows that the address selects (${listed(selected)}) are read.`]
      : []),
    ...(count === null ? ['The server does not count the rows: whether all came cannot be checked.'] : []),
    ...(description.id === null
      ? ['The layer has no object ids: rows are named by their place, which may change.']
      : []),
  ];
  const remarks = [...known];
  let share: number | null = count === null ? null : 0;

  async function* read(): AsyncGenerator<ReadRow[]> {
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, closing.signal]);
    const ask = askWith(signal);
    const kept = folder === undefined ? null : await openKept(folder, layer);
    const total = noTally();
    let rows = 0;
    share = count === null ? null : 0;
    const all = allPages(createPages(ask, layer, patience, signal), kept);
    for await (const page of oneAhead(all, () => stopping.abort())) {
      add(total, page.tally);
      rows += page.rows.length;
      if (count !== null) share = count === 0 ? 1 : Math.min(1, rows / count);
      if (page.rows.length > 0) yield page.rows;
    }
    const counted = await countRemark(name, rows, count, () => countRows(askWith(closing.signal)));
    remarks.splice(
      0,
      Infinity,
      ...known,
      ...tallyRemarks(total, description.id !== null),
      ...(counted === null ? [] : [counted]),
    );
    if (count !== null) share = 1;
  }

  return {
    name,
    format: 'ArcGIS layer',
    columns,
    encoding: null,
    projection,
    geometry,
    count,
    remarks,
    lastEdited,
    read,
    share: () => share,
    async close() {
      closing.abort();
      http.close();
    },
  };
}
