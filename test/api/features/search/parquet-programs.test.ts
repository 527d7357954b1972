/** DuckDB, pandas, GeoPandas and GDAL read an export of a county as Parquet: each row is that of the NDJSON export. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import t from 'tap';
import { madeCounty } from '../../../../bench/made/parcels.ts';
import { makeHarness } from '../../../helper.ts';
import { type Python, preparePython } from '../../../python.ts';
import { testHome } from '../../../servers.ts';
import { square } from '../../../squares.ts';
import { pathOf } from './exporting.ts';

const LOTS = Number(process.env.PARQUET_LOTS ?? 100_000);

const PROGRAM = `
import json, sys
import _duckdb, duckdb, geopandas, pandas, pyogrio, shapely
parquet, ndjson = sys.argv[1:3]
expected = {}
for line in open(ndjson, encoding='utf-8'):
    row = json.loads(line)
    expected[row['id']] = row
TIMES = ['sale_date', 'latest_deed_date', 'source_date', 'updated_at']

def place(row):
    if row['outline']:
        return shapely.geometry.shape(row['outline'])
    return row['location'] and shapely.Point(row['location']['lon'], row['location']['lat'])

def differences(columns, rows):
    count = wrong = shapes = 0
    for values in rows:
        row = dict(zip(columns, values))
        known = expected[row['id']]
        count += 1
        for name, value in row.items():
            if name == 'bbox' or (name == 'geometry' and not isinstance(value, bytes)):
                continue
            if name == 'geometry':
                value, want = shapely.from_wkb(value), place(known)
                shapes += 1
            elif name in ('lat', 'lon'):
                want = known['location'] and known['location'][name]
            else:
                want = known[name]
            if name == 'deal_score_parts':
                value = value and json.loads(value)
            if name in TIMES and value is not None:
                value, want = pandas.Timestamp(value).tz_localize(None), pandas.Timestamp(want).tz_localize(None)
            if value != want:
                wrong += 1
                if wrong < 5:
                    print(row['id'], name, repr(value), repr(want), file=sys.stderr)
    return f'{count} {wrong} {shapes}'

with duckdb.connect() as db:
    db.execute("SET TimeZone='UTC'")
    found = db.execute('SELECT * FROM read_parquet(?)', [parquet])
    print('duckdb', differences([column[0] for column in found.description], found.fetchall()))
table = pandas.read_parquet(parquet, dtype_backend='pyarrow')
rows = ([None if value is pandas.NA else value for value in row] for row in table.itertuples(index=False))
print('pandas', differences(list(table.columns), rows))
# The wheels of pyogrio have a GDAL without Arrow: its driver ADBC reads Parquet by the library of DuckDB.
meta, table = pyogrio.read_arrow('ADBC:' + parquet, ADBC_DRIVER=_duckdb.__file__)
rows = (row.values() for batch in table.to_batches() for row in batch.to_pylist())
print('gdal', differences(table.column_names, rows), pyogrio.__gdal_version__ >= (3, 8, 0), meta['crs'])
lots = geopandas.read_parquet(parquet)
box = lots.total_bounds
some = geopandas.read_parquet(parquet, bbox=(box[0], box[1], (box[0] + box[2]) / 2, box[3]))
print('geopandas', len(lots), lots.crs.to_string(), 0 < len(some) < len(lots), lots.geometry.is_valid.all())
outlined = sum(row['outline'] is not None for row in expected.values())
print('outlines', (lots.geom_type == 'MultiPolygon').sum() == outlined, outlined > 0)
`;

/** Two of three have an outline. */
function* lots() {
  let at = 0;
  for (const parcel of madeCounty(LOTS, 1)) {
    const { lat, lon } = parcel.location ?? {};
    yield lat !== undefined && at++ % 3 ? { ...parcel, outline: square(lon!, lat, 0.0005) } : parcel;
  }
}

let python: Python | null = null;
let skip: string | false = false;
try {
  const requirements = resolve(import.meta.dirname, 'parquet-requirements.txt');
  python = preparePython(join(testHome(), 'python-parquet'), requirements, (line) => t.comment(line));
} catch (error) {
  skip = (error as Error).message;
}

t.test('other programs read the same rows', { skip }, async (t) => {
  const harness = await makeHarness(t);
  await harness.load('parcels', { name: 'made', records: lots() });
  const { app, key } = await harness.api({ tier: 'license' });
  const folder = t.testdir({});
  const files = [];
  for (const format of ['parquet', 'ndjson']) {
    const url = pathOf({ filters: { located: true, stateFips: '17' } }, { format, outline: 'true' });
    const { rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${key}` } });
    files.push(join(folder, `parcels.${format}`));
    writeFileSync(files.at(-1)!, rawPayload);
  }
  const env = { ...process.env, ...python!.env };
  const { stdout, stderr } = spawnSync(python!.command, ['-c', PROGRAM, ...files], { env, encoding: 'utf8' });
  t.match(
    stdout,
    /^duckdb (\d+) 0 \1\npandas \1 0 \1\ngdal \1 0 \1 True EPSG:4326\ngeopandas \1 OGC:CRS84 True True\noutlines True True\n$/,
    stderr,
  );
  t.ok(Number(/duckdb (\d+)/.exec(stdout)?.[1]) > LOTS * 0.9, stdout);
});
