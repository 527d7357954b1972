import { pick, type Random } from './random.ts';
import type { County } from './types.ts';

/** An assessor's code, its text, zoning districts, and the service's zoning category. */
const uses = {
  single: ['101', 'Single Family', 'R-1 R-2 R-3 R-3 R-4', 'residential'],
  condo: ['102', 'Condominium', 'R-5 R-7 B-4', 'residential'],
  duplex: ['104', 'Two Family', 'R-2 R-4', 'residential'],
  apartment: ['111', 'Apartment', 'R-5 R-6 R-7', 'residential'],
  retail: ['325', 'Commercial - Retail', 'B-1 B-2 B-3 H-3', 'commercial'],
  office: ['340', 'Commercial - Office', 'O-2 O-3 B-4', 'commercial'],
  mixed: ['331', 'Mixed Use', 'B-4 B-3', 'mixed'],
  industrial: ['400', 'Light Industrial', 'I-1 I-2', 'industrial'],
  vacant: ['130', 'Vacant Lot', 'R-3 B-2 AGR', 'vacant'],
  farm: ['601', 'Agricultural - Farm', 'AG AGR', 'agricultural'],
  exempt: ['903', 'Exempt, Public Use', 'P R-4', 'exempt'],
  utility: ['423', 'Utility', 'I-1 P', 'other'],
} as const;

export type UseKind = keyof typeof uses;

/** How a county's assessor writes the use of a parcel. */
export function useOf(r: Random, kind: UseKind, { state, style }: Pick<County, 'state' | 'style'>) {
  const [number, words, zones, category] = uses[kind];
  return {
    code: `${state.slice(0, 1)}${number}`,
    text: style.capitals ? words.toUpperCase() : words,
    zone: pick(r, zones.split(' ')),
    category,
  };
}
