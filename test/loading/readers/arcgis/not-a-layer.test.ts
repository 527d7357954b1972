import t from 'tap';
import { openLayer } from '../../../../src/loading/readers/arcgis/layer.ts';
import { IMPATIENT, serve } from '../local-server.ts';
import { METADATA, PATH } from './made-up-layer.ts';

t.test('what is not a layer is explained in a sentence', async (t) => {
  const error = (code: number, message: string, details: string[] = []) => ({
    error: { code, message, details },
  });
  const { fields, ...bare } = METADATA;
  const service = {
    layers: [
      { id: 0, name: 'Parcels' },
      { id: 1, name: 'Roads' },
    ],
    tables: [{ id: 7, name: 'Owners' }],
  };
  const group = { type: 'Group Layer', subLayers: [{ id: 3, name: 'Lots' }], fields: null };
  const html = '<html><body>Services Directory</body></html>';
  const cases: [name: string, answer: unknown, message: RegExp][] = [
    [
      'a service',
      service,
      /is a service of 3 layers: put the number of one at its end\. They are: 0 Parcels, 1 Roads, 7 Owners\.$/,
    ],
    ['a group', group, /is a group\. Its layers are: 3 Lots\.$/],
    ['a raster', { ...bare, type: 'Raster Layer' }, /has no rows to read: it is a Raster Layer\.$/],
    [
      'something else',
      { hello: 1 },
      /is not an ArcGIS layer: it should end in MapServer or FeatureServer and a number/,
    ],
    ['a list', [1, 2], /is not an ArcGIS layer/],
    [
      'a web page',
      html,
      /its server sends a web page in place of data\. Check that the address is that of an ArcGIS layer\.$/,
    ],
    [
      'cut short',
      '{"fields": [{"na',
      /its server sends data that is cut short or damaged\. Try again later\.$/,
    ],
    [
      'a token missing',
      error(499, 'Token Required'),
      /needs a token, which only its publisher gives \(Token Required\)\. Ask for an open layer, or add \?token=…/,
    ],
    ['a token that has ended', error(498, 'Invalid Token'), /needs a token/],
    ['a token that is not enough', error(403, 'You do not have permissions'), /needs a token/],
    [
      'refused',
      error(400, 'Invalid URL', ['Invalid URL', 'x\ny']),
      /its server says "Invalid URL x y" \(code 400\)\.$/,
    ],
    ['an odd error', { error: 'no' }, /its server says "an error" \(code unknown\)\.$/],
  ];
  for (const [name, answer, message] of cases) {
    const { origin } = await serve(t, (_, response) => {
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    const wanted = openLayer(`${origin}${PATH}?token=secret`, {
      allowPrivate: true,
      patience: { ...IMPATIENT, tries: 2 },
    });
    await t.rejects(wanted, { message }, name);
    await t.rejects(wanted, { message: new RegExp(`^${origin}${PATH} `) }, `${name}: without the token`);
  }
  const firewall = /does not let this program or this network in \(status 403\).* firewall/;
  const token = JSON.stringify(error(403, 'You do not have permissions'));
  for (const [status, body, message] of [
    [401, html, /needs a token, which only its publisher gives \(status 401\)/],
    [403, html, firewall],
    [403, '', firewall],
    [403, 'Forbidden', firewall],
    [403, '{"message": "Forbidden"}', firewall],
    [403, '{"error": "Forbidden", "request": "1f"}', firewall],
    [403, token, /needs a token, which only its publisher gives \(You do not have permissions\)/],
    [404, html, /does not exist \(status 404\)/],
    [503, html, /answers with status 503/],
  ] as const) {
    const { origin, seen } = await serve(t, (_, response) => {
      response.statusCode = status;
      response.end(body);
    });
    const wanted = openLayer(`${origin}${PATH}`, { allowPrivate: true, patience: IMPATIENT });
    await t.rejects(wanted, { message }, `${status} ${body}`);
    if (status === 403) t.equal(seen.length, 1, 'asked once');
  }
  await t.rejects(openLayer('http://127.0.0.1:9/FeatureServer/0'), {
    message: /leads to an address that is not public/,
  });
  await t.rejects(openLayer('parcels'), { message: /is not a web address/ });
});
