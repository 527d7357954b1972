import type { County, Town } from './types.ts';

const pad = (n: number, width: number): string => String(n).padStart(width, '0');

/** Towns, one per line: ZIP code, latitude, longitude, parcels, setting, level, era and city. */
const towns = (text: string): Town[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [zip = '', lat, lon, parcels, setting, level, era, ...city] = line.trim().split(' ');
      const numbers = { lat: Number(lat), lon: Number(lon), parcels: Number(parcels), level: Number(level) };
      return { city: city.join(' '), zip, setting: setting as Town['setting'], era: Number(era), ...numbers };
    });

/** Numbers that are hard to put into a URL, by the index of the parcel. */
const oddNumbers: Readonly<Record<number, string>> = { 11: '12/4 A', 23: 'R-100#2', 37: '7%B' };

/** The five counties of the demo: their names, cities and ZIP codes are real; everything else is invented. */
export const counties: readonly County[] = [
  {
    fips: '31109',
    state: 'NE',
    name: 'LANCASTER',
    stateName: 'NEBRASKA',
    style: { names: 'comma', capitals: true, numberedStreets: true },
    prices: { perSqft: 205, landShare: 0.2, swing: 0.85, disclosed: 0.97 },
    tax: { assessment: 'full', rate: 0.0165 },
    towns: towns(`
      68508 40.812 -96.702 840 core 1.05 1935 LINCOLN
      68502 40.7905 -96.701 630 suburb 0.85 1930 LINCOLN
      68506 40.785 -96.65 672 suburb 1 1965 LINCOLN
      68516 40.744 -96.66 756 suburb 1.25 2003 LINCOLN
      68504 40.848 -96.656 420 suburb 0.75 1950 LINCOLN
      68521 40.862 -96.72 378 suburb 0.9 1985 LINCOLN
      68462 40.917 -96.528 168 suburb 0.9 1995 WAVERLY
      68372 40.62 -96.629 168 suburb 1 2008 HICKMAN
      68339 40.739 -96.844 168 rural 0.9 1975 DENTON`),
    parcelNumber: (_, block, slot) =>
      `${pad(9 + (block % 16), 2)}${pad(1 + ((block * 7) % 36), 2)}${pad(100 + block, 3)}${pad(slot + 1, 3)}000`,
    documentNumber: (year, serial) => `${year}${pad(serial, 6)}`,
    permitNumber: (year, serial) => `B${pad(year % 100, 2)}${pad(serial, 5)}`,
  },
  {
    fips: '37183',
    state: 'NC',
    name: 'WAKE',
    stateName: 'NORTH CAROLINA',
    style: { names: 'two_lines', capitals: false, numberedStreets: false },
    prices: { perSqft: 255, landShare: 0.28, swing: 1.05, disclosed: 0.96 },
    tax: { assessment: 'full', rate: 0.0092 },
    towns: towns(`
      27601 35.776 -78.639 816 core 1.3 1955 RALEIGH
      27608 35.808 -78.648 528 suburb 1.6 1948 RALEIGH
      27604 35.825 -78.57 576 suburb 0.85 1988 RALEIGH
      27610 35.756 -78.595 576 suburb 0.75 1972 RALEIGH
      27615 35.888 -78.64 528 suburb 1.1 1984 RALEIGH
      27511 35.788 -78.781 576 suburb 1.15 1987 CARY
      27502 35.733 -78.856 432 suburb 1.15 2004 APEX
      27587 35.979 -78.51 336 suburb 0.95 2006 WAKE FOREST
      27526 35.584 -78.8 288 suburb 0.9 2009 FUQUAY VARINA
      27597 35.824 -78.315 144 rural 0.7 1978 ZEBULON`),
    parcelNumber: (index, block) =>
      `0${pad(700 + (block % 300), 3)}${pad((index * 7919 + 103_141) % 1_000_000, 6)}`,
    documentNumber: (year, serial) => `${pad(serial, 6)}-${year}`,
    permitNumber: (year, serial) => `BLDR-${pad(serial, 6)}-${year}`,
  },
  {
    fips: '33009',
    state: 'NH',
    name: 'GRAFTON',
    stateName: 'NEW HAMPSHIRE',
    style: { names: 'comma', capitals: true, numberedStreets: false },
    prices: { perSqft: 300, landShare: 0.34, swing: 0.95, disclosed: 0.95 },
    tax: { assessment: 'share', rate: 0.0238 },
    towns: towns(`
      03766 43.6423 -72.2518 720 core 1 1930 LEBANON
      03784 43.633 -72.294 390 suburb 0.95 1975 WEST LEBANON
      03755 43.704 -72.276 480 suburb 1.7 1962 HANOVER
      03561 44.306 -71.77 420 suburb 0.7 1940 LITTLETON
      03264 43.757 -71.688 360 suburb 0.75 1955 PLYMOUTH
      03748 43.641 -72.144 270 suburb 0.85 1978 ENFIELD
      03251 44.046 -71.668 180 suburb 1.1 1990 LINCOLN
      03741 43.66 -72.01 180 rural 0.65 1970 CANAAN`),
    parcelNumber: (index, block, slot) =>
      oddNumbers[index] ??
      `${1 + (block % 120)}-${1 + Math.floor(block / 120) * 60 + slot}${index % 9 === 0 ? '-1' : ''}`,
    documentNumber: (year, serial) => (year < 2005 ? null : `${year}-${pad(serial, 6)}`),
    permitNumber: (year, serial) => `${year}-${pad(serial, 5)} BP`,
  },
  {
    fips: '48453',
    state: 'TX',
    name: 'TRAVIS',
    stateName: 'TEXAS',
    style: { names: 'last', capitals: true, numberedStreets: false },
    // Texas does not publish prices; some become known anyway.
    prices: { perSqft: 320, landShare: 0.4, swing: 1.2, disclosed: 0.55 },
    tax: { assessment: 'cap', rate: 0.0198 },
    towns: towns(`
      78701 30.27 -97.742 714 core 1.6 1975 AUSTIN
      78704 30.245 -97.765 504 suburb 1.5 1952 AUSTIN
      78702 30.264 -97.716 462 suburb 1.25 1945 AUSTIN
      78745 30.207 -97.796 546 suburb 0.9 1976 AUSTIN
      78723 30.307 -97.685 420 suburb 1 1962 AUSTIN
      78758 30.378 -97.707 420 suburb 0.85 1979 AUSTIN
      78660 30.439 -97.62 462 suburb 0.8 2005 PFLUGERVILLE
      78653 30.341 -97.556 252 suburb 0.7 2014 MANOR
      78734 30.368 -97.98 252 suburb 1.4 1998 LAKEWAY
      78617 30.19 -97.6 168 rural 0.6 1985 DEL VALLE`),
    parcelNumber: (index, block) =>
      `${pad(100 + (block % 500), 4)}${pad((index * 10_007 + 41_279) % 1_000_000, 6)}`,
    documentNumber: (year, serial) => `${year}${pad(serial, 6)}`,
    permitNumber: (year, serial) => `${year}-${pad(serial, 6)} BP`,
  },
  {
    fips: '06073',
    state: 'CA',
    name: 'SAN DIEGO',
    stateName: 'CALIFORNIA',
    style: { names: 'first', capitals: false, numberedStreets: true },
    prices: { perSqft: 640, landShare: 0.58, swing: 1.15, disclosed: 0.94 },
    tax: { assessment: 'purchase', rate: 0.0117 },
    towns: towns(`
      92101 32.722 -117.157 756 core 1.15 1985 SAN DIEGO
      92104 32.745 -117.127 546 suburb 1.2 1938 SAN DIEGO
      92117 32.825 -117.201 504 suburb 1.15 1959 SAN DIEGO
      92114 32.706 -117.052 462 suburb 0.75 1963 SAN DIEGO
      92126 32.913 -117.14 462 suburb 1 1976 SAN DIEGO
      91910 32.638 -117.065 504 suburb 0.85 1970 CHULA VISTA
      92025 33.116 -117.072 336 suburb 0.8 1977 ESCONDIDO
      92054 33.206 -117.352 294 suburb 1 1968 OCEANSIDE
      92020 32.793 -116.965 210 suburb 0.75 1966 EL CAJON
      92065 33.04 -116.87 126 rural 0.7 1982 RAMONA`),
    parcelNumber: (index, block, slot) =>
      `${pad(300 + (index % 400), 3)}-${pad(10 + (block % 900), 3)}-${pad((slot % 90) + 1, 2)}-${pad(Math.floor(index / 400), 2)}`,
    documentNumber: (year, serial) => `${year}-${pad(serial, 7)}`,
    permitNumber: (year, serial) => `PMT-${serial + 1_000_000}-${pad(year % 100, 2)}`,
  },
];
