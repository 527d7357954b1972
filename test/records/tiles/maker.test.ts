import t from 'tap';
import { createTileMaker } from '../../../src/records/tiles/maker.ts';
import { PACK_EXTENT, type PackedLot, writePack } from '../../../src/records/tiles/pack.ts';
import { type LotsTask, TILE_FIELDS } from '../../../src/records/tiles/question.ts';

const [X, Y] = [7582, 12309];

const lot: PackedLot = {
  id: '31109:A',
  number: null,
  point: [PACK_EXTENT / 2, PACK_EXTENT / 2],
  rings: [],
  values: TILE_FIELDS.map(() => null),
};
const taskOf = (pack: SharedArrayBuffer): LotsTask => ({
  z: 15,
  x: X,
  y: Y,
  packs: [{ x: X, y: Y, pack }],
  fields: [],
  chosen: null,
  leftOut: 0,
});
const whole = writePack({ lots: [lot], leftOut: 0 });

t.test('a tile that cannot be made is refused, and other tiles are made', async (t) => {
  const maker = createTileMaker();
  t.teardown(() => maker.close());
  const broken = { ...taskOf(whole), chosen: Buffer.from('{') };
  const made = await Promise.allSettled(
    Array.from({ length: 12 }, (_, n) => maker.make(n % 5 === 2 ? broken : taskOf(whole))),
  );
  for (const [n, tile] of made.entries()) {
    if (n % 5 !== 2) t.match(tile, { status: 'fulfilled', value: { length: Number } }, `tile ${n}`);
    else
      t.match(tile, {
        status: 'rejected',
        reason: { code: 'unavailable', headers: { 'retry-after': /^\d+$/ } },
      });
  }
});

t.test('beyond 500 waiting tiles, further ones are refused', async (t) => {
  const maker = createTileMaker();
  t.teardown(() => maker.close());
  const made = await Promise.allSettled(Array.from({ length: 700 }, async () => maker.make(taskOf(whole))));
  const refused = made.filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 200);
  for (const one of refused)
    t.match(one, { reason: { code: 'unavailable', headers: { 'retry-after': /^\d+$/ } } });
  t.ok((await maker.make(taskOf(whole))).length > 0, 'then there is room again');
});
