import { int, pick, type Random, random, rankedPicker, wheel } from './random.ts';
import type { County } from './types.ts';
import { brands, firstNames, lastNames } from './words.ts';

/** Words in the names of firms of a trade, and a firm that works in every county. */
const trades = {
  general: { names: ['CONSTRUCTION', 'BUILDERS', 'CUSTOM HOMES', 'REMODELING'], everywhere: 'TOPSAIL HOMES' },
  roofing: { names: ['ROOFING', 'ROOFING & EXTERIORS'], everywhere: 'STORMCREST ROOFING' },
  electrical: { names: ['ELECTRIC', 'ELECTRICAL SERVICES'], everywhere: 'BRIGHTLINE ELECTRIC' },
  plumbing: { names: ['PLUMBING', 'PLUMBING & DRAIN'], everywhere: 'CLEARWELL PLUMBING' },
  mechanical: { names: ['HEATING & AIR', 'MECHANICAL'], everywhere: 'ONE CALL HEATING & AIR' },
  solar: { names: ['SOLAR', 'SOLAR ENERGY'], everywhere: 'HELIOFIELD SOLAR' },
};

export type Trade = keyof typeof trades;

const placeholders = ['OWNER', 'HOMEOWNER', 'Homeowner', 'SELF', 'N/A', 'TBD', 'OWNER/BUILDER', 'NONE'];

const titleCase = (text: string): string =>
  text.toLowerCase().replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Names as clerks write them. */
const spellings = wheel<(base: string, suffix: string) => string>([
  [46, (base, suffix) => `${base} ${suffix}`],
  [14, (base, suffix) => `${base}, ${suffix}`],
  [12, (base, suffix) => `${titleCase(base)}, ${suffix === 'LLC' ? suffix : `${titleCase(suffix)}.`}`],
  [18, (base, suffix) => `${base} ${suffix}.`],
  [6, (base) => base],
  [4, (base) => titleCase(base)],
]);

/** The contractor for a job in a county; without a name when the office published none. */
type Hire = (r: Random, trade: Trade) => { name: string | null; license: string | null };

/** Makes the contractors of a county. The busiest of a trade has about a third of its jobs. */
export function contractorsOf(county: County): Hire {
  const r = random(Number(county.fips), 0, 11);
  const firms = (trade: Trade) => {
    const { names, everywhere } = trades[trade];
    // The license is the same on all permits; the spelling of the name varies.
    const list = Array.from({ length: trade === 'general' ? 16 : 6 }, () => {
      const base = `${pick(r, r() < 0.3 ? lastNames : brands)} ${pick(r, names)}`;
      const license = `${county.state}-${trade.slice(0, 1).toUpperCase()}${int(r, 10_000, 99_999)}`;
      const suffix = pick(r, ['INC', 'LLC', 'CO', 'CORP', 'LTD']);
      return { base, suffix, license: r() < 0.85 ? license : '' };
    });
    return rankedPicker(list.toSpliced(1, 0, { base: everywhere, suffix: 'INC', license: '' }), 0.9);
  };
  const byTrade = new Map((Object.keys(trades) as Trade[]).map((trade) => [trade, firms(trade)]));
  return (r, trade) => {
    const u = r();
    if (u < 0.1) return { name: null, license: null };
    if (u < 0.21) return { name: pick(r, placeholders), license: null };
    if (u < 0.24) return { name: `${pick(r, firstNames)} ${pick(r, lastNames)}`, license: null };
    const { base, suffix, license } = byTrade.get(trade)!(r);
    return { name: spellings(r)(base, suffix), license: license !== '' && r() < 0.9 ? license : null };
  };
}
