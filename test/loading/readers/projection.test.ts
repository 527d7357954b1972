import t from 'tap';
import { projectionOf } from '../../../src/loading/readers/projection.ts';
import { CALIFORNIA_3 } from './shapefile-files.ts';

/** About a meter, in degrees of latitude. */
const METER = 1 / 111_000;

const UTM_10 =
  'PROJCS["WGS_1984_UTM_Zone_10N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-123.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';
const NAVD88 =
  'VERTCS["NAVD_1988",VDATUM["WGS_1984_Geoid"],PARAMETER["Vertical_Shift",0.0],PARAMETER["Direction",1.0],UNIT["Foot_US",0.3048006096012192]]';
const OGC_2227 =
  'PROJCS["NAD83 / California zone 3 (ftUS)",GEOGCS["NAD83",DATUM["North_American_Datum_1983",SPHEROID["GRS 1980",6378137,298.257222101,AUTHORITY["EPSG","7019"]],TOWGS84[0,0,0,0,0,0,0],AUTHORITY["EPSG","6269"]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4269"]],PROJECTION["Lambert_Conformal_Conic_2SP"],PARAMETER["standard_parallel_1",38.43333333333333],PARAMETER["standard_parallel_2",37.06666666666667],PARAMETER["latitude_of_origin",36.5],PARAMETER["central_meridian",-120.5],PARAMETER["false_easting",6561666.667],PARAMETER["false_northing",1640416.667],UNIT["US survey foot",0.3048006096012192],AXIS["X",EAST],AXIS["Y",NORTH],AUTHORITY["EPSG","2227"]]';
const WKT2_2227 =
  'PROJCRS["NAD83 / California zone 3 (ftUS)",BASEGEOGCRS["NAD83",DATUM["North American Datum 1983",ELLIPSOID["GRS 1980",6378137,298.257222101,LENGTHUNIT["metre",1]]],PRIMEM["Greenwich",0,ANGLEUNIT["degree",0.0174532925199433]],ID["EPSG",4269]],CONVERSION["SPCS83",METHOD["Lambert Conic Conformal (2SP)",ID["EPSG",9802]],PARAMETER["Latitude of false origin",36.5,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Longitude of false origin",-120.5,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Latitude of 1st standard parallel",38.4333333333333,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Latitude of 2nd standard parallel",37.0666666666667,ANGLEUNIT["degree",0.0174532925199433]],PARAMETER["Easting at false origin",6561666.667,LENGTHUNIT["US survey foot",0.304800609601219]],PARAMETER["Northing at false origin",1640416.667,LENGTHUNIT["US survey foot",0.304800609601219]]],CS[Cartesian,2],AXIS["easting (X)",east,ORDER[1],LENGTHUNIT["US survey foot",0.304800609601219]],AXIS["northing (Y)",north,ORDER[2],LENGTHUNIT["US survey foot",0.304800609601219]]ID]';
const WKT2 = WKT2_2227.replace(']ID]', ']]');
const WKT2_NUMBERED = WKT2_2227.replace(']ID]', '],ID["EPSG",2227]]');
const CLARKE = 'SPHEROID["Clarke_1866",6378206.4,294.9786982]';

/** Whether a projection converts x and y to a place, within a tenth of a meter unless given. */
function reaches(text: string, [x, y]: number[], [lat, lon]: number[], meters = 0.1): boolean {
  const [foundLon, foundLat] = projectionOf(text).toDegrees(x!, y!);
  return Math.abs(foundLat - lat!) < meters * METER && Math.abs(foundLon - lon!) < meters * METER;
}

t.test('projections agree with control values', async (t) => {
  const cases: [name: string, text: string, xy: [number, number], place: [lat: number, lon: number]][] = [
    // The false origin of a system is at its origin by definition.
    ['California 3, US survey feet', 'EPSG:2227', [6_561_666.667, 1_640_416.667], [36.5, -120.5]],
    ['Massachusetts, meters', '26986', [200_000, 750_000], [41, -71.5]],
    ['New Hampshire, US survey feet', 'EPSG:3437', [984_250, 0], [42.5, -71 - 40 / 60]],
    ['Michigan South, international feet', 'EPSG:2253', [13_123_359.58, 0], [41.5, -84 - 22 / 60]],
    ['Michigan South, 2011', 'EPSG:6499', [13_123_359.58, 0], [41.5, -84 - 22 / 60]],
    ['UTM 10N', 'EPSG:32610', [500_000, 0], [0, -123]],
    ['UTM 19N NAD83', 'EPSG:26919', [500_000, 0], [0, -69]],
    ['Albers', 'EPSG:5070', [0, 0], [23, -96]],
    ['Albers of Esri', '102003', [0, 0], [37.5, -96]],
    // 20037508.342789244 is half of the sphere's equator.
    ['Web Mercator', 'EPSG:3857', [-10_018_754.171394622, 0], [0, -90]],
    // Snyder, Map Projections, page 296: 35° N 75° W on Clarke's ellipsoid.
    [
      'an example of Snyder',
      `PROJCS["x",GEOGCS["NAD27",DATUM["D_North_American_1983",${CLARKE}],PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",0],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",-96],PARAMETER["Standard_Parallel_1",33],PARAMETER["Standard_Parallel_2",45],PARAMETER["Latitude_Of_Origin",23],UNIT["Meter",1]]`,
      [1_894_410.9, 1_564_649.5],
      [35, -75],
    ],
    ['WGS 84', 'EPSG:4326', [-122.5, 37.25], [37.25, -122.5]],
    ['NAD83', '4269', [-122.5, 37.25], [37.25, -122.5]],
  ];
  for (const [name, text, xy, place] of cases)
    t.ok(reaches(text, xy, place), `${name}: ${projectionOf(text).toDegrees(...xy)}`);
});

t.test('all forms of one system agree', async (t) => {
  const expected = projectionOf(CALIFORNIA_3).toDegrees(6_050_000, 2_120_000);
  t.ok(
    Math.abs(expected[1] - 37.80384) < 1e-6 && Math.abs(expected[0] + 122.271135) < 1e-6,
    String(expected),
  );
  const forms: [name: string, text: string][] = [
    ['number', '2227'],
    ['EPSG', 'EPSG:2227'],
    ['lower case', ' epsg:2227\n'],
    ['URN', 'urn:ogc:def:crs:EPSG::2227'],
    ['number of Esri', 'ESRI:102643'],
    ['OGC', OGC_2227],
    ['OGC with breaks and a mark', `\ufeff${OGC_2227.replaceAll(',PARAMETER', ',\n  PARAMETER')}`],
    ['WKT 2', WKT2],
    ['WKT 2 with its number', WKT2_NUMBERED],
    [
      'compound',
      `COMPD_CS["with heights",${OGC_2227},VERT_CS["NAVD88",VERT_DATUM["x",2005],UNIT["metre",1]]]`,
    ],
    ['vertical beside', `${CALIFORNIA_3},${NAVD88}`],
    ['vertical within', `${CALIFORNIA_3.slice(0, -1)},${NAVD88}]`],
  ];
  for (const [name, text] of forms)
    t.ok(reaches(text, [6_050_000, 2_120_000], [expected[1], expected[0]]), name);
  t.ok(reaches(`${UTM_10.slice(0, -1)},${NAVD88}]`, [500_000, 0], [0, -123]), 'UTM with heights in feet');
  t.match(projectionOf('2227').name, 'NAD 1983 StatePlane California III FIPS 0403 Feet (EPSG:2227)');
});

t.test('a survey foot is not an international foot', async (t) => {
  const survey = projectionOf(CALIFORNIA_3).toDegrees(6_050_000, 2_120_000);
  const text = CALIFORNIA_3.replace('UNIT["Foot_US",0.3048006096012192]', 'UNIT["Foot",0.3048]');
  const international = projectionOf(text).toDegrees(6_050_000, 2_120_000);
  const meters = Math.abs(survey[1] - international[1]) / METER;
  t.ok(
    meters > 0.2 && meters < 1.5,
    `the same numbers lie ${meters} m apart, with the false origin in feet too`,
  );
});

t.test('Web Mercator is known by all of its names', async (t) => {
  const mercator =
    'PROJCS["WGS_1984_Web_Mercator_Auxiliary_Sphere",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Mercator_Auxiliary_Sphere"],PARAMETER["Central_Meridian",0.0],UNIT["Meter",1.0]]';
  const pseudo = mercator
    .replace(/WGS_1984_Web\w+/, 'WGS 84 / Pseudo-Mercator')
    .replace(/Mercator_Aux\w+/, 'Mercator_1SP');
  // y = R ln tan(45° + φ/2): the sphere's value, 20 km from the ellipsoid's at this latitude.
  const y = 6_378_137 * Math.log(Math.tan(Math.PI / 4 + (37.8 * Math.PI) / 360));
  const x = (6_378_137 * -122.27 * Math.PI) / 180;
  for (const text of ['3857', 'EPSG:900913', '102100', 'ESRI:102113', '3785', mercator, pseudo])
    t.ok(reaches(text, [x, y], [37.8, -122.27]), text.slice(0, 40));
});

t.test('older datums are shifted with a remark, or refused', async (t) => {
  const nad27 = projectionOf('EPSG:4267');
  const [lon, lat] = nad27.toDegrees(-122, 37);
  // NADCON gives 0.25" south and 3.8" west there.
  t.ok(
    Math.abs((lat - 37) * 3600 + 0.25) < 0.5 && Math.abs((lon + 122) * 3600 + 3.8) < 0.5,
    `${lon}, ${lat}`,
  );
  t.match(nad27.remarks, [/NAD27.*off by 10 meters/]);
  t.match(projectionOf('EPSG:26743').remarks, [/NAD27/], 'projected too');
  t.throws(() => projectionOf('EPSG:3991'), /datum .*Puerto Rico.* is not known\. .*--srs EPSG/);
  for (const text of ['2227', '4326', 'EPSG:2992', 'EPSG:3582', 'EPSG:6423', '103708'])
    t.same(projectionOf(text).remarks, [], `${text}: NAD83 and its realizations`);
});

t.test(
  'what is no coordinate system, or cannot be computed, is refused with the option to use',
  async (t) => {
    const cases: [name: string, text: string | null, error: RegExp][] = [
      ['nothing', null, /The coordinate system is not known\./],
      ['blanks', ' \n', /The coordinate system is not known\./],
      ['words', 'state plane', /"state plane" is not a coordinate system\./],
      ['a web page', '<html>Not found</html>', /is not a coordinate system\./],
      ['a number of none', 'EPSG:9999', /There is no coordinate system EPSG:9999\./],
      ['cut off', CALIFORNIA_3.slice(0, 300), /is cut off\./],
      ['an unknown one', CALIFORNIA_3.replace('Lambert_Conformal_Conic', 'Dymaxion'), /cannot be computed/],
      ['without', CALIFORNIA_3.replace('PROJECTION["Lambert_Conformal_Conic"],', ''), /cannot be computed/],
      [
        'another datum',
        CALIFORNIA_3.replace(/DATUM.*?\]\]/, `DATUM["D_Old_Hawaiian",${CLARKE}]`),
        /datum of .* is not known\./,
      ],
      [
        'grads',
        'GEOGCS["g",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Grad",0.01570796326794897]]',
        /does not count in degrees\./,
      ],
      [
        'WKT 2 in names of Esri',
        WKT2.replace('Longitude of false origin', 'Central_Meridian'),
        /in a form that cannot be read\./,
      ],
      ['without units', WKT2.replace(/(1st standard parallel",[\d.]+),ANGLEUNIT\[.*?\]/, '$1'), /in a form/],
    ];
    for (const [name, text, error] of cases) {
      t.throws(() => projectionOf(text), error, name);
      t.throws(
        () => projectionOf(text),
        /"srs": "EPSG:…" in the source file's conform, or --srs EPSG:…\.$/,
        name,
      );
    }
  },
);
