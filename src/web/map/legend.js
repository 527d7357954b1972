import { h, put } from '../dom.js';
import { classes, FIELDS } from './fields.js';

/**
 * What the colors mean, for single parcels or for clusters, which are colored by their median value.
 * @param {boolean} open whether the colors are shown at first
 */
export function legend(open) {
  const name = h('summary', {});
  const body = h('div', {});
  const element = h(
    'section',
    { class: 'map-legend', 'aria-label': 'Legend' },
    h('details', { open }, name, body),
  );
  return {
    element,
    show(field, clustered) {
      const shown = clustered ? FIELDS.value : field;
      put(name, h('h2', {}, clustered ? 'Median assessed value of each group' : field.label));
      put(
        body,
        h(
          'ul',
          {},
          classes(shown).map(([color, label]) =>
            h('li', {}, h('span', { class: 'swatch', style: `background:${color}` }), label),
          ),
        ),
        clustered && field !== FIELDS.value && h('p', {}, `Zoom in for ${field.label.toLowerCase()}.`),
      );
    },
  };
}
