/** A text in quotes; one that is not closed extends to the end. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/gs;
const QUALITY = /^q=([\d.]+)$/;

interface Wish {
  /** From 0, which refuses the type, to 1. */
  quality: number;
  /** 2 for the type itself, 1 for a range such as `text/*`, 0 for any type; -1 without a range that includes it. */
  exactness: number;
  /** Its place in the header. */
  at: number;
}
const NONE: Wish = { quality: 0, exactness: -1, at: 0 };

/** The wish for a type such as `application/json`: that of the most exact range that includes it. */
function wishFor(type: string, ranges: { name: string; quality: number }[]): Wish {
  const names = ['*/*', type.replace(/\/.*/, '/*'), type];
  return ranges.reduce((best, { name, quality }, at) => {
    const exactness = names.indexOf(name);
    return exactness > best.exactness ? { quality, exactness, at } : best;
  }, NONE);
}

/**
 * Whether an Accept header prefers a type to another one (RFC 9110, 12.5.1): by quality, then by exactness, then by order.
 * Parameters other than `q` are ignored. The work grows with the length of the header, not faster.
 */
export function prefers(accept: string, type: string, other: string): boolean {
  const ranges = accept
    .replace(QUOTED, '')
    .toLowerCase()
    .split(',')
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim());
      const given = parameters.find((parameter) => parameter.startsWith('q='));
      return { name, quality: given === undefined ? 1 : Number(QUALITY.exec(given)?.[1] ?? 0) || 0 };
    });
  const [one, two] = [wishFor(type, ranges), wishFor(other, ranges)];
  if (one.quality !== two.quality) return one.quality > two.quality;
  if (one.exactness !== two.exactness) return one.quality > 0 && one.exactness > two.exactness;
  return one.quality > 0 && one.at < two.at;
}
