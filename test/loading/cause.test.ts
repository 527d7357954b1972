import { errors } from '@elastic/elasticsearch';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import t from 'tap';
import { commonCause } from '../../src/loading/cause.ts';
import { Failure } from '../../src/loading/readers/failure.ts';

const away = (code: string) => Object.assign(new Error(`connect ${code} 127.0.0.1`), { code });

t.test('an error is shown by its most helpful message, without a query or its values', async (t) => {
  const inner = new SyntaxError('Unexpected end of JSON input');
  const file = new Error('lots.gpkg: it is damaged (Unexpected end of JSON input). Download it again.', {
    cause: inner,
  });
  const query = (cause: Error) => new DrizzleQueryError('select ?', ['WREN, ODETTE'], cause);
  const cases: [error: unknown, told: string | RegExp][] = [
    [file, file.message],
    [
      new Error('lots.zip: a.shp: it is cut off. Get the whole file.', { cause: file }),
      /^lots\.zip: a\.shp: it is cut off/,
    ],
    [inner, 'Unexpected end of JSON input'],
    [query(away('ECONNREFUSED')), /^MySQL cannot be reached \(ECONNREFUSED\)\. Is it running\?/],
    [query(new Error('Duplicate entry')), 'Duplicate entry'],
    [
      new Error('The load stopped: another one runs.', { cause: query(away('ECONNRESET')) }),
      'The load stopped: another one runs.',
    ],
    [
      new TypeError('fetch failed', { cause: new Failure('a.test does not exist (status 404).') }),
      /^a\.test does not exist/,
    ],
    [new errors.ConnectionError('connect ECONNREFUSED'), /^Elasticsearch cannot be reached/],
    ['thrown', 'thrown'],
  ];
  for (const [error, told] of cases) t.match(commonCause(error), told, String(error));
  for (const [error] of cases) t.notMatch(commonCause(error), 'WREN');
});
