const OLDEST = { MySQL: [8, 0], MariaDB: [10, 6] } as const;

/**
 * The oldest version that Terrier works with, such as `MariaDB 10.6`, if a server's version is older or unknown; else null.
 * @param text as the server reports it: `8.4.10`, `11.4.5-MariaDB`.
 */
export function tooOldFor(text: string): string | null {
  const product = /mariadb/i.test(text) ? 'MariaDB' : 'MySQL';
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(text) ?? [];
  const [oldest, oldestMinor] = OLDEST[product];
  const fits = Number(major) > oldest || (Number(major) === oldest && Number(minor) >= oldestMinor);
  return fits ? null : `${product} ${oldest}.${oldestMinor}`;
}
