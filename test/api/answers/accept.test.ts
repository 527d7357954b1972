import t from 'tap';
import { prefers } from '../../../src/api/answers/accept.ts';
import { leastTime } from '../../growth.ts';

const wants = (accept: string) => prefers(accept, 'application/geo+json', 'application/json');

t.test('a type is preferred by quality, then by exactness, then by order', (t) => {
  const rows: [accept: string, wanted: boolean][] = [
    ['', false],
    ['*', false],
    ['*/*', false],
    ['application/*', false],
    ['text/html', false],
    ['application/json', false],
    ['application/geo+json', true],
    ['APPLICATION/GEO+JSON', true],
    ['application/geo+json, application/json', true],
    ['application/json, application/geo+json', false],
    ['application/json;q=0.5, application/geo+json', true],
    ['application/json;q=0.5, application/geo+json;q=0.6', true],
    ['application/json , application/geo+json ; q=0.9', false],
    ['application/geo+json;q=0.1, */*', false],
    ['application/geo+json, */*', true],
    ['*/*, application/geo+json', true],
    ['application/*;q=0.9, application/json;q=0.1', true],
    ['application/*;q=0.9, application/geo+json;q=0.1', false],
    ['application/geo+json;q=0', false],
    ['application/geo+json;q=0, application/json;q=0', false],
    ['application/geo+json;q=none', false],
    ['application/geo+json;q=1.5.3', false],
    ['application/geo+json;profile="a,b;q=0";q=0.5, */*;q=0.1', true],
    ['text/x;a="\\", application/geo+json", application/json', false],
    ['application/geo+json;charset=utf-8', true],
    [',;,"', false],
  ];
  for (const [accept, wanted] of rows) t.equal(wants(accept), wanted, accept);
  t.end();
});

t.test('the longest header is read within 50 ms of processor time', (t) => {
  const LENGTH = 112 << 10;
  for (const part of [',""', '"', '"\\', ',', ';', ' ', '\t,', 'a/b;q=0.1,', '*/*,', 'q=', ';a="', '\\'])
    for (const start of ['', 'application/geo+json,', 'application/geo+json,"', 'application/geo+json;q="']) {
      const header = start + part.repeat(LENGTH / part.length);
      t.ok(leastTime(() => wants(header), 1) < 50_000, `${start}${part}…`);
    }
  t.end();
});
