import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { listed } from '../../listed.ts';
import type { Wire } from '../wire.ts';
import { type Draft, type Known, slotsOf, wireOf } from './draft.ts';

/** Texts that programs measure, fold, sort, show or cut wrongly. */
const TEXTS = [
  ...[
    ...listed('\0 · a\0b · \u0007 · \x7f · \u0085 · \u00ad · \u034f · \u061c · \u115f · \u200b · \u200d'),
    '\u00a0',
    '\u2028',
    '\u2029',
  ],
  ...[
    ...listed(`\u202eexe.txt · \u2066x\u2069 · \ufffe · \uffff · \ufffd · \u{10ffff} · \u{1f3e0} · \u{1d54f} ·
      \u{e0001}\u{e0041}`),
    '\ufeff',
  ],
  ...listed(`\ud800 · \udc00 · a\ud83d · \ude00b · İstanbul · ıI · ß · ẞ · ﬃ · ﷺ · ǅ · Σίσυφος · ﾊﾝｶｸ · ＡＢＣ ·
      ①② · Ⅷ · ½ · ١٢٣ · ৪ · 〇`),
  ...[
    ...listed('e\u0301 · שלום · مرحبا · ไทย · 한국어 · नमस्ते · \u1100\u1161\u11a8'),
    'Z\u0351\u036b\u0343'.repeat(60),
    '\u0301'.repeat(500),
    '👨‍👩‍👧‍👦'.repeat(50),
    '🇺🇸'.repeat(100),
  ],
  ...[
    ...listed(`<svg/onload=zq9()> · "><script>zq9()</script> · '-zq9()-' · {{7*7}} · %3Csvg/onload=zq9()%3E ·
      javascript:zq9() · =cmd|' /C calc'!A0`),
    `\${7*7}`,
    `\${jndi:ldap://127.0.0.1/a}`,
  ],
];

/** A request in which a text is replaced or spoiled by unusual characters. */
export function oddText(r: Random, draft: Draft, known: Known): Wire {
  const slots = slotsOf(draft);
  if (slots.length === 0) draft.query.push([pick(r, TEXTS), pick(r, TEXTS)]);
  for (let times = int(r, 1, 2); times > 0 && slots.length > 0; times--) {
    const slot = pick(r, slots);
    const old = slot.get();
    const at = int(r, 0, old.length);
    slot.set(r() < 0.5 ? pick(r, TEXTS) : old.slice(0, at) + pick(r, TEXTS) + old.slice(at));
  }
  return wireOf(draft, known);
}
