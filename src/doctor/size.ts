export const MIB = 2 ** 20;
export const GIB = 2 ** 30;

/** Bytes in words: `512 MiB`, `1.5 GiB`. */
export const sized = (bytes: number): string =>
  bytes < GIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / GIB).toFixed(1)} GiB`;
