import { readAddress } from '../http.ts';

/**
 * Parameters that say how rows are answered, not which: Terrier sets its own. All others of an address, such as `where`,
 * `objectIds`, `geometry` or `time`, select rows and are sent with every request.
 */
const HOW = new Set(
  (
    'f token callback outfields returngeometry outsr returntruecurves returnz returnm orderbyfields resultoffset ' +
    'resultrecordcount resulttype returncountonly returnidsonly returnextentonly returndistinctvalues ' +
    'returnexceededlimitfeatures returncentroid outstatistics groupbyfieldsforstatistics having geometryprecision ' +
    'maxallowableoffset quantizationparameters featureencoding multipatchoption cachehint applyvcsprojection'
  ).split(' '),
);

/** Selects every row. */
const ALL = /^\s*(?:1\s*=\s*1)?\s*$/;

/** Which rows of a layer an address selects, as parameters of a query; empty for all. */
export type Selection = Readonly<Record<string, string>>;

const isWhere = (name: string) => /^where$/i.test(name);

function selectionOf(parameters: URLSearchParams): Selection {
  const chosen = [...parameters].filter(
    ([name, value]) =>
      value.trim() !== '' && !HOW.has(name.toLowerCase()) && !(isWhere(name) && ALL.test(value)),
  );
  return Object.fromEntries(chosen.map(([name, value]) => [isWhere(name) ? 'where' : name, value]));
}

/** The parameters of a request for some of the selected rows. */
export const within = (selection: Selection, parameters: Record<string, string>): Record<string, string> => {
  const conditions = [selection.where, parameters.where].filter(
    (condition) => condition !== undefined && !ALL.test(condition),
  );
  const where =
    conditions.length > 1 ? conditions.map((condition) => `(${condition})`).join(' AND ') : conditions[0];
  return { ...selection, ...parameters, where: where ?? '1=1' };
};

/**
 * The address of a layer, without what may follow it (`/query`, `?f=json`), the token from its query, and which of its
 * rows it selects.
 * @throws Failure when it is not an http or https address.
 */
export function layerAddress(text: string): { layer: URL; token: string | null; selection: Selection } {
  const layer = readAddress(text);
  const token = layer.searchParams.get('token');
  const selection = selectionOf(layer.searchParams);
  layer.search = '';
  layer.hash = '';
  layer.pathname = layer.pathname
    .replace(/\/+$/, '')
    .replace(/\/query$/i, '')
    .replace(/\/+$/, '');
  return { layer, token: token || null, selection };
}
