/** The box around places `[longitude, latitude]`: `[[west, south], [east, north]]`; null without places. */
export function boxAround(places) {
  if (places.length === 0) return null;
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (const [lon, lat] of places) {
    box.west = Math.min(box.west, lon);
    box.south = Math.min(box.south, lat);
    box.east = Math.max(box.east, lon);
    box.north = Math.max(box.north, lat);
  }
  return [
    [box.west, box.south],
    [box.east, box.north],
  ];
}
