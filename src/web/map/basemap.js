import { script } from '../once.js';
import { isDarkNow } from '../theme.js';

const ADDRESS = `${location.origin}/basemap.pmtiles`;
const SOURCE = 'basemap';
const LIBRARY = '/assets/vendor/pmtiles/pmtiles.js';
/** Layers left out: points of interest would cover the lots, and the map already has a background. */
const WITHOUT = ['pois', 'background'];
/** The map’s own layers of names, which the archive’s layers replace. */
const REPLACED = ['stateNames', 'placeNames', 'placeDots'];
/** Image pixels per map pixel. */
const SHARP = 2;

let protocol = null;

/** An image of this size in pixels with a path, which is filled if the `style` has a color for that. */
function drawn(width, height, style, path) {
  const canvas = new OffscreenCanvas(width * SHARP, height * SHARP);
  const context = Object.assign(canvas.getContext('2d'), style);
  context.scale(SHARP, SHARP);
  if (style.fillStyle) context.fill(path);
  context.stroke(path);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { image: { width: canvas.width, height: canvas.height, data }, options: { pixelRatio: SHARP } };
}

/** The images that layers request by name: road shields, town dots, arrows of one-way streets. */
function imageOf(name, flavor) {
  const { earth, roads_label_minor: strokeStyle, city_label, city_label_halo } = flavor;
  const shield = /-(\d)char$/.exec(name);
  if (shield) {
    const width = 8 + 7 * Number(shield[1]);
    const path = new Path2D();
    path.roundRect(1, 1, width, 16, 4);
    return drawn(width + 2, 18, { fillStyle: earth, strokeStyle }, path);
  }
  if (name === 'townspot' || name === 'capital') {
    const style = {
      fillStyle: city_label_halo,
      strokeStyle: city_label,
      lineWidth: name === 'capital' ? 3 : 1.5,
    };
    return drawn(12, 12, style, new Path2D('M10 6A4 4 0 1 1 2 6A4 4 0 1 1 10 6'));
  }
  return name === 'arrow' ? drawn(12, 12, { strokeStyle }, new Path2D('M3 5L6 2L9 5M6 2V11')) : null;
}

/**
 * Draws streets, water and places from the server's own archive: areas and lines below the layer `ground`, names below
 * `names`. Resolves with the first layer of names, below which lots belong, and a function that applies the page's theme.
 */
export async function basemapOn(map, maplibre, { ground, names }) {
  const [{ layers, namedFlavor }] = await Promise.all([
    import('/assets/vendor/basemaps/index.js'),
    script(LIBRARY),
  ]);
  if (protocol === null) {
    protocol = new globalThis.pmtiles.Protocol();
    maplibre.addProtocol('pmtiles', protocol.tile);
  }
  const flavor = () => {
    const colors = namedFlavor(isDarkNow() ? 'dark' : 'light');
    // Street names lie between colored lots, so they need a strong color.
    const { city_label: strong } = colors;
    return { ...colors, roads_label_minor: strong, roads_label_major: strong };
  };
  const drawnBy = (options) => layers(SOURCE, flavor(), options).filter(({ id }) => !WITHOUT.includes(id));
  const grounds = () => drawnBy({});
  const labels = () => drawnBy({ labelsOnly: true, lang: 'en' });
  const named = (layer) => ({ ...layer, id: `base-${layer.id}` });

  map.setMissingStyleImageResolver((id) => {
    const found = imageOf(id, flavor());
    if (found && !map.hasImage(id)) map.addImage(id, found.image, found.options);
  });
  map.addSource(SOURCE, {
    type: 'vector',
    url: `pmtiles://${ADDRESS}`,
    attribution: 'Streets: © OpenStreetMap contributors, Protomaps',
  });
  for (const id of REPLACED) map.setLayoutProperty(id, 'visibility', 'none');
  for (const layer of grounds()) map.addLayer(named(layer), ground);
  for (const layer of labels()) map.addLayer(named(layer), names);
  return {
    below: `base-${labels()[0].id}`,
    theme() {
      for (const layer of [...grounds(), ...labels()])
        for (const [property, value] of Object.entries(layer.paint ?? {}))
          map.setPaintProperty(`base-${layer.id}`, property, value);
      for (const id of map.listImages()) {
        const found = imageOf(id, flavor());
        if (found) map.updateImage(id, found.image);
      }
    },
  };
}
