import { h, put } from '../dom.js';
import { count } from '../format.js';

const HIGH = 0.75;
const FULL = 0.95;

/**
 * A bar that shows how much of a limit is used.
 * @returns {{element: HTMLElement, show(used: number, limit: number | null, note?: string): void}} a limit of null means
 *   unlimited, 0 that the plan does not include it
 */
export function bar(label) {
  const figures = h('span', { class: 'bar-figures' });
  const fill = h('span', { class: 'bar-fill' });
  const track = h('span', { class: 'bar-track', role: 'meter', 'aria-label': label }, fill);
  const foot = h('p', { class: 'bar-note quiet' });
  const element = h('div', { class: 'bar' }, h('p', {}, h('strong', {}, label), figures), track, foot);

  function show(used, limit, note = '') {
    const share = limit ? Math.min(1, used / limit) : 0;
    const said = limit === null ? `${count(used)} of unlimited` : `${count(used)} of ${count(limit)}`;
    put(figures, limit === 0 ? 'not in this plan' : said);
    put(foot, note);
    fill.style.width = `${share * 100}%`;
    fill.className = `bar-fill ${share >= FULL ? 'full' : share >= HIGH ? 'high' : ''}`;
    track.setAttribute('aria-valuemin', '0');
    track.setAttribute('aria-valuemax', String(limit || Math.max(used, 1)));
    track.setAttribute('aria-valuenow', String(limit ? Math.min(used, limit) : used));
    track.setAttribute('aria-valuetext', figures.textContent);
  }
  return { element, show };
}
