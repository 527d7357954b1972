import { type Fields, KEYWORD, STORED } from './types.ts';

export const PACKS = {
  format: STORED,
  lots: { type: 'binary' },
  internal: {
    properties: {
      key: KEYWORD,
      under: { ...KEYWORD, doc_values: false },
    },
  },
} as const satisfies Fields;
