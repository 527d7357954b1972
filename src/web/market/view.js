/** The state of the market page, which is kept in the address: a link shows the same. `top` is the first counties of the table. */
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
export function readView() {
  const asked = new URLSearchParams(location.search);
  const read = ([name, usual]) => [name, asked.get(name) ?? usual];
  return Object.fromEntries(Object.entries(DEFAULTS).map(read));
}

/** Changes the view and the address, which keeps only what differs from the defaults. */
export function changeView(view, changes) {
  Object.assign(view, changes);
  const differing = Object.entries(view).filter(([name, value]) => value !== DEFAULTS[name]);
  // Commas stay readable: nothing else in these values needs them.
  const query = new URLSearchParams(differing).toString().replaceAll('%2C', ',');
  history.replaceState(null, '', location.pathname + (query && `?${query}`));
}
