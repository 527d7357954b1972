import { script } from '../once.js';
import { boxOf, nearOf, withinOf } from './area.js';

/** The package's modules import each other by name; only these files load without a build. */
const FILES = [
  '/assets/vendor/terra-draw/terra-draw.umd.js',
  '/assets/vendor/terra-draw-maplibre/terra-draw-maplibre-gl-adapter.umd.js',
];
const COLOR = '#0f8f78';
const STYLES = {
  fillColor: COLOR,
  fillOpacity: 0.15,
  outlineColor: COLOR,
  outlineWidth: 2,
  closingPointColor: COLOR,
};
const DRAG_OR_CLICK = 'click-move-or-drag';

async function library() {
  for (const file of FILES) await script(file);
  return { ...globalThis.terraDraw, ...globalThis.terraDrawMaplibreGlAdapter };
}

const modes = ({
  TerraDrawRectangleMode,
  TerraDrawCircleMode,
  TerraDrawPolygonMode,
  ValidateNotSelfIntersecting,
}) => [
  new TerraDrawRectangleMode({ styles: STYLES, drawInteraction: DRAG_OR_CLICK }),
  new TerraDrawCircleMode({ styles: STYLES, drawInteraction: DRAG_OR_CLICK, projection: 'globe' }),
  new TerraDrawPolygonMode({
    styles: STYLES,
    validation: (feature, { updateType }) =>
      updateType === 'finish' || updateType === 'commit'
        ? ValidateNotSelfIntersecting(feature)
        : { valid: true },
  }),
];

function areaOf({ geometry, properties }) {
  const drawn = withinOf(geometry.coordinates[0]);
  if (properties.mode !== 'circle') return drawn;
  const [[west, south], [east, north]] = boxOf(drawn);
  return nearOf({ north, south, east, west }, properties.radiusKilometers * 1_000);
}

/**
 * Lets the user draw one area on a map: a 'rectangle', a 'circle' or a 'polygon'. Returns it as in `area.js`; null when
 * ended by the signal.
 */
export async function draw(map, kind, signal) {
  const known = await library();
  if (signal.aborted) return null;
  const drawing = new known.TerraDraw({
    adapter: new known.TerraDrawMapLibreGLAdapter({ map }),
    modes: modes(known),
  });
  drawing.start();
  drawing.setMode(kind);
  const area = await new Promise((done) => {
    drawing.on('finish', (id) => done(areaOf(drawing.getSnapshotFeature(id))));
    signal.addEventListener('abort', () => done(null));
  });
  // If the map was removed, its layers are gone, too.
  if (map.getStyle()) drawing.stop();
  return area;
}
