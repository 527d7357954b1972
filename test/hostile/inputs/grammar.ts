import { gzipSync } from 'node:zlib';
import { int, pick, type Random } from '../../../src/loading/demo/random.ts';
import { listed } from '../../listed.ts';
import type { Wire } from '../wire.ts';
import { type Draft, type Known, wireOf } from './draft.ts';

const DEEP = 60_000;

/** Ways to make a text invalid JSON, or JSON that parsers disagree about. */
const SPOILERS: ((r: Random, text: string) => string | Buffer)[] = [
  (r, text) => text.slice(0, int(r, 0, text.length)),
  (r, text) => text.slice(int(r, 0, text.length)),
  (r, text) => {
    const at = int(r, 0, text.length - 1);
    return text.slice(0, at) + text.slice(at + 1);
  },
  (r, text) => {
    const at = int(r, 0, text.length);
    return (
      text.slice(0, at) +
      pick(r, ['\0', '\x1f', '\u2028', '\ufeff', '"', '\\', '{', ']', ',', ':', '/**/']) +
      text.slice(at)
    );
  },
  (r, text) => {
    const bytes = Buffer.from(text);
    if (bytes.length > 0) bytes[int(r, 0, bytes.length - 1)] = int(r, 0, 255);
    return bytes;
  },
  (_r, text) => text.replaceAll('"', "'"),
  (_r, text) => text.replace(/([}\]])/, ',$1'),
  (_r, text) => text.replace(/:/, ': NaN, "x":'),
  (_r, text) => `${text}${text}`,
  (_r, text) => `${text}\0`,
  (_r, text) => `\ufeff${text}`,
  (_r, text) => `// comment\n${text}`,
  (_r, text) => text.replace(/\d+(\.\d+)?/, '1e999'),
  (_r, text) => text.replace(/\d+(\.\d+)?/, '-0'),
  (_r, text) => text.replace(/\d+(\.\d+)?/, '0x10'),
  (_r, text) => text.replace(/\d+(\.\d+)?/, '9'.repeat(400)),
  (_r, text) => text.replace(/"(\w+)":/, '"$1":null,"$1":'),
  (_r, text) => text.replace(/"(\w)/, '"\\ud800$1'),
  (_r, text) => text.replace(/"(\w)/, '"\\u0000$1'),
  (_r, text) =>
    Buffer.concat([
      Buffer.from(text.slice(0, 5)),
      Buffer.from([0xff, 0xfe, 0xc0, 0xaf]),
      Buffer.from(text.slice(5)),
    ]),
  (_r, text) => Buffer.from(text, 'utf16le'),
  (_r, text) => gzipSync(text),
  (r) => '['.repeat(int(r, 1, DEEP)),
  (r) => '{"a":'.repeat(int(r, 1, DEEP / 4)),
  (r) => {
    const depth = int(r, 1, DEEP);
    return '['.repeat(depth) + ']'.repeat(depth);
  },
  (r) =>
    pick(r, [
      ...listed('null · true · 0 · "" · [] · {} · [{}] · undefined · <a/> · a=b · "{}"'),
      '',
      ' ',
      '\n\n{}',
    ]),
];

/** A body, or a parameter that is JSON, with broken grammar. If there is neither, a body where none belongs. */
export function brokenJson(r: Random, draft: Draft, known: Known): Wire {
  const inQuery = draft.query.find(([, value]) => value.startsWith('{'));
  if (inQuery && draft.body === undefined) {
    inQuery[1] = pick(r, SPOILERS)(r, inQuery[1]).toString().slice(0, 4_000);
    return wireOf(draft, known);
  }
  return wireOf(draft, known, pick(r, SPOILERS)(r, JSON.stringify(draft.body ?? { a: [1, 'x'] })));
}
