import { html, useState } from '../html.js';
import { classes, FIELDS } from './fields.js';
import { isPhone } from './free-part.js';

/** What the colors mean, for single parcels or for clusters, which are colored by their median value. */
export function Legend({ field, clustered }) {
  const [open] = useState(() => !isPhone());
  const shown = clustered ? FIELDS.value : field;
  const line = ([color, label]) => html`
    <li><span class="swatch" style="background:${color}"></span>${label}</li>
  `;
  return html`
    <section class="map-legend" aria-label="Legend">
      <details open=${open}>
        <summary><h2>${clustered ? 'Median assessed value of each group' : field.label}</h2></summary>
        <div>
          <ul>${classes(shown).map(line)}</ul>
          ${clustered && field !== FIELDS.value && html`<p>Zoom in for ${field.label.toLowerCase()}.</p>`}
        </div>
      </details>
    </section>
  `;
}
