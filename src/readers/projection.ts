export interface Projection {
  name: string;
  toDegrees(x: number, y: number): [lon: number, lat: number];
}

/** Degrees alone, until the other systems come. */
export function projectionOf(text: string | null): Projection {
  const isDegrees = text !== null && /^(EPSG:(4326|4269)$|GEOGCS|GEOGCRS)/i.test(text);
  if (!isDegrees) throw new Error(`The coordinate system ${text} is not known: give it by the option srs.`);
  return { name: text.startsWith('GEOG') ? 'degrees' : text, toDegrees: (x, y) => [x, y] };
}
