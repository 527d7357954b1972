// Alaska's Valdez-Cordova was split and Wade Hampton renamed Kusilvak; Shannon (South Dakota) became Oglala Lakota.
const SUCCESSORS: Readonly<Record<string, readonly string[]>> = {
  '02261': ['02063', '02066'],
  '02270': ['02158'],
  '46113': ['46102'],
};

/**
 * Today's counties that a county's figures hold for, by 5-digit FIPS code: usually itself alone. For publishers whose
 * county list is older than 2020.
 */
export function countiesNow(fips: string): readonly string[] {
  return SUCCESSORS[fips] ?? [fips];
}
