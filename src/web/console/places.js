/** Codes and names of states and counties from the map's own file, so that they cost no lookup. */
let loaded = null;

async function load() {
  const response = await fetch('/assets/vendor/us-atlas/counties-10m.json');
  if (!response.ok) throw new Error('no places');
  const { objects } = await response.json();
  const named = ({ geometries }) =>
    geometries
      .map(({ id, properties }) => ({ id: String(id), name: properties.name }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en'));
  return { states: named(objects.states), counties: named(objects.counties) };
}

/** @returns {Promise<{states: {id: string, name: string}[], counties: {id: string, name: string}[]}>} */
export function places() {
  loaded ??= load().catch((failure) => {
    loaded = null;
    throw failure;
  });
  return loaded;
}
