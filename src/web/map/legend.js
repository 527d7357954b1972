import { h, put } from '../dom.js';
import { classes, FIELDS } from './fields.js';

/** What the colors mean: of parcels one by one, or of clusters, which are colored by their median value. */
export function legend() {
  const element = h('section', { class: 'map-legend', 'aria-label': 'Legend' });
  return {
    element,
    show(field, clustered) {
      const shown = clustered ? FIELDS.value : field;
      put(
        element,
        h('h2', {}, clustered ? 'Median assessed value of each group' : field.label),
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
