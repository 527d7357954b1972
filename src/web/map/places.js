/**
 * The larger places of the country: the zoom level from which names have room, then latitude, longitude and name of each.
 * Positions are rounded to about a kilometer, which is enough for a name.
 */
const TABLE = `
3: 40.71 -74.01 New York; 34.05 -118.24 Los Angeles; 41.88 -87.63 Chicago; 29.76 -95.37 Houston; 33.45 -112.07 Phoenix;
  39.95 -75.17 Philadelphia; 32.78 -96.80 Dallas; 37.77 -122.42 San Francisco; 47.61 -122.33 Seattle; 39.74 -104.99 Denver;
  38.91 -77.04 Washington; 42.36 -71.06 Boston; 33.75 -84.39 Atlanta; 25.76 -80.19 Miami; 44.98 -93.27 Minneapolis;
  61.22 -149.90 Anchorage; 21.31 -157.86 Honolulu
4: 29.42 -98.49 San Antonio; 32.72 -117.16 San Diego; 42.33 -83.05 Detroit; 38.63 -90.20 St. Louis; 39.10 -94.58 Kansas City;
  36.17 -115.14 Las Vegas; 45.52 -122.68 Portland; 40.76 -111.89 Salt Lake City; 29.95 -90.07 New Orleans;
  36.16 -86.78 Nashville; 35.23 -80.84 Charlotte; 41.50 -81.69 Cleveland; 40.44 -79.99 Pittsburgh; 27.95 -82.46 Tampa;
  30.33 -81.66 Jacksonville; 39.96 -83.00 Columbus; 39.77 -86.16 Indianapolis; 35.15 -90.05 Memphis; 35.47 -97.52 Oklahoma City;
  35.08 -106.65 Albuquerque; 31.76 -106.49 El Paso; 30.27 -97.74 Austin; 41.26 -95.94 Omaha; 43.62 -116.20 Boise;
  39.29 -76.61 Baltimore; 43.04 -87.91 Milwaukee; 37.54 -77.44 Richmond; 35.78 -78.64 Raleigh; 42.89 -78.88 Buffalo;
  38.58 -121.49 Sacramento; 46.88 -96.79 Fargo; 45.78 -108.50 Billings
5: 32.22 -110.97 Tucson; 36.75 -119.79 Fresno; 36.15 -95.99 Tulsa; 37.69 -97.34 Wichita; 38.83 -104.82 Colorado Springs;
  33.52 -86.80 Birmingham; 34.75 -92.29 Little Rock; 32.30 -90.18 Jackson; 41.59 -93.62 Des Moines; 40.81 -96.70 Lincoln;
  47.66 -117.43 Spokane; 39.53 -119.81 Reno; 43.55 -96.73 Sioux Falls; 44.08 -103.23 Rapid City; 41.14 -104.82 Cheyenne;
  46.87 -113.99 Missoula; 44.06 -121.31 Bend; 38.25 -85.76 Louisville; 39.10 -84.51 Cincinnati; 28.54 -81.38 Orlando;
  32.08 -81.09 Savannah; 34.00 -81.03 Columbia; 32.78 -79.93 Charleston; 36.85 -76.29 Norfolk; 42.65 -73.75 Albany;
  43.16 -77.61 Rochester; 41.76 -72.68 Hartford; 41.82 -71.41 Providence; 43.66 -70.26 Portland; 44.48 -73.21 Burlington;
  42.96 -85.67 Grand Rapids; 43.07 -89.40 Madison; 46.79 -92.10 Duluth; 41.65 -83.54 Toledo; 33.58 -101.86 Lubbock;
  27.80 -97.40 Corpus Christi; 32.52 -93.75 Shreveport; 30.69 -88.04 Mobile; 35.96 -83.92 Knoxville; 38.35 -81.63 Charleston;
  35.19 -101.83 Amarillo; 64.84 -147.72 Fairbanks; 58.30 -134.42 Juneau; 34.73 -86.59 Huntsville; 42.50 -96.40 Sioux City;
  46.81 -100.78 Bismarck; 43.49 -112.03 Idaho Falls; 37.34 -121.89 San Jose; 35.37 -119.02 Bakersfield; 47.50 -111.30 Great Falls
6: 32.36 -86.30 Montgomery; 35.20 -111.65 Flagstaff; 36.06 -94.16 Fayetteville; 35.39 -94.40 Fort Smith; 40.59 -122.39 Redding;
  34.42 -119.70 Santa Barbara; 40.80 -124.16 Eureka; 40.59 -105.08 Fort Collins; 39.06 -108.55 Grand Junction;
  38.25 -104.61 Pueblo; 41.31 -72.93 New Haven; 39.75 -75.55 Wilmington; 39.16 -75.52 Dover; 30.44 -84.28 Tallahassee;
  26.12 -80.14 Fort Lauderdale; 26.64 -81.87 Fort Myers; 29.19 -81.05 Daytona Beach; 33.47 -81.97 Augusta; 32.84 -83.63 Macon;
  32.46 -84.99 Columbus; 47.68 -116.78 Coeur d’Alene; 42.87 -112.45 Pocatello; 39.80 -89.65 Springfield; 40.69 -89.59 Peoria;
  42.27 -89.09 Rockford; 40.12 -88.24 Champaign; 41.08 -85.14 Fort Wayne; 37.97 -87.56 Evansville; 41.68 -86.25 South Bend;
  41.98 -91.67 Cedar Rapids; 41.52 -90.58 Davenport; 39.05 -95.68 Topeka; 38.84 -97.61 Salina; 38.04 -84.50 Lexington;
  36.99 -86.44 Bowling Green; 30.45 -91.19 Baton Rouge; 30.22 -92.02 Lafayette; 44.80 -68.77 Bangor; 44.31 -69.78 Augusta;
  39.64 -77.72 Hagerstown; 38.36 -75.60 Salisbury; 42.26 -71.80 Worcester; 42.10 -72.59 Springfield; 42.73 -84.56 Lansing;
  43.01 -83.69 Flint; 44.76 -85.62 Traverse City; 46.54 -87.40 Marquette; 44.02 -92.47 Rochester; 45.56 -94.16 St. Cloud;
  30.37 -89.09 Gulfport; 31.33 -89.29 Hattiesburg; 37.21 -93.29 Springfield; 38.95 -92.33 Columbia; 45.68 -111.04 Bozeman;
  46.59 -112.04 Helena; 48.20 -114.31 Kalispell; 40.92 -98.34 Grand Island; 41.12 -100.77 North Platte; 40.83 -115.76 Elko;
  39.16 -119.77 Carson City; 42.99 -71.46 Manchester; 43.64 -72.25 Lebanon; 40.74 -74.17 Newark; 40.22 -74.76 Trenton;
  39.36 -74.42 Atlantic City; 35.69 -105.94 Santa Fe; 32.31 -106.78 Las Cruces; 33.39 -104.52 Roswell; 43.05 -76.15 Syracuse;
  42.10 -75.91 Binghamton; 36.07 -79.79 Greensboro; 35.60 -82.55 Asheville; 34.23 -77.95 Wilmington; 48.23 -101.30 Minot;
  47.93 -97.03 Grand Forks; 39.76 -84.19 Dayton; 41.08 -81.52 Akron; 41.10 -80.65 Youngstown; 34.60 -98.40 Lawton;
  44.05 -123.09 Eugene; 42.33 -122.87 Medford; 44.94 -123.04 Salem; 42.13 -80.09 Erie; 41.41 -75.66 Scranton;
  40.27 -76.88 Harrisburg; 40.60 -75.48 Allentown; 34.85 -82.39 Greenville; 33.69 -78.89 Myrtle Beach; 45.46 -98.49 Aberdeen;
  44.37 -100.35 Pierre; 35.05 -85.31 Chattanooga; 32.45 -99.73 Abilene; 31.55 -97.15 Waco; 32.00 -102.08 Midland;
  27.51 -99.51 Laredo; 26.20 -98.23 McAllen; 32.35 -95.30 Tyler; 30.08 -94.10 Beaumont; 41.22 -111.97 Ogden; 40.23 -111.66 Provo;
  37.10 -113.58 St. George; 37.27 -79.94 Roanoke; 38.03 -78.48 Charlottesville; 46.60 -120.51 Yakima; 48.75 -122.48 Bellingham;
  46.21 -119.14 Kennewick; 39.63 -79.96 Morgantown; 38.42 -82.45 Huntington; 44.51 -88.02 Green Bay; 44.81 -91.50 Eau Claire;
  43.80 -91.24 La Crosse; 42.85 -106.33 Casper; 41.31 -105.59 Laramie; 32.76 -97.33 Fort Worth; 19.71 -155.08 Hilo;
  31.22 -85.39 Dothan; 35.84 -90.70 Jonesboro; 34.54 -112.47 Prescott; 32.69 -114.63 Yuma; 41.66 -91.53 Iowa City;
  39.17 -86.53 Bloomington; 37.09 -84.60 Somerset; 37.77 -89.22 Carbondale; 42.01 -97.42 Norfolk; 44.95 -93.09 St. Paul;
  47.25 -122.44 Tacoma; 37.96 -121.29 Stockton; 37.64 -120.99 Modesto; 33.98 -117.38 Riverside; 38.44 -122.71 Santa Rosa;
  36.68 -121.66 Salinas; 34.20 -119.18 Oxnard; 34.58 -118.12 Palmdale; 25.90 -97.50 Brownsville; 35.05 -78.88 Fayetteville;
  36.10 -80.24 Winston-Salem`;

/** Places as GeoJSON, with `name` and `from`, the zoom level from which the name is shown. */
export function places() {
  const features = TABLE.trim()
    .split(/\n(?=\d)/)
    .flatMap((group) => {
      const [zoom, list] = group.split(': ');
      return list.split(';').map((entry) => {
        const [lat, lon, ...name] = entry.trim().split(/\s+/);
        return {
          type: 'Feature',
          properties: { name: name.join(' '), from: Number(zoom) },
          geometry: { type: 'Point', coordinates: [Number(lon), Number(lat)] },
        };
      });
    });
  return { type: 'FeatureCollection', features };
}
