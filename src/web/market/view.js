import { useChange, useState } from '../html.js';

/** The state of the market page, kept in its address. `top` charts the table's first counties. */
const DEFAULTS = {
  state: '',
  quarter: '',
  min_sales: '',
  sort: 'sale_count',
  order: 'desc',
  offset: '0',
  counties: 'top',
  years: '10',
  coverage: '',
  share: 'owner_pct',
};

/** @returns {typeof DEFAULTS} */
function readView() {
  const asked = new URLSearchParams(location.search);
  const read = ([name, usual]) => [name, asked.get(name) ?? usual];
  return Object.fromEntries(Object.entries(DEFAULTS).map(read));
}

/** Keeps a view in the address, which shows only what differs from the defaults. */
function keep(view) {
  const differing = Object.entries(view).filter(([name, value]) => value !== DEFAULTS[name]);
  // Nothing else in these values needs commas, so they stay readable.
  const query = new URLSearchParams(differing).toString().replaceAll('%2C', ',');
  history.replaceState(null, '', location.pathname + (query && `?${query}`));
}

/** As a hook: the view, and a function that changes parts of it and its address. */
export function useView() {
  const [view, setView] = useState(readView);
  useChange(() => keep(view), [view]);
  return [view, (changes) => setView((before) => ({ ...before, ...changes }))];
}
