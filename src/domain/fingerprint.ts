/** Tells whether published data have changed; null where the publisher does not say. */
export interface Fingerprint {
  etag: string | null;
  lastModified: string | null;
  /** Of an ArcGIS layer, ISO 8601 UTC. */
  lastEdited: string | null;
  /** Of a file's content, in hexadecimal. */
  sha256: string | null;
}

export const NO_FINGERPRINT: Fingerprint = { etag: null, lastModified: null, lastEdited: null, sha256: null };

/** The fingerprints of a layer's table and of those joined to it, by their names. */
export type Fingerprints = Readonly<Record<string, Fingerprint>>;

/** The content decides where both are known, then what the publisher says; without either, data count as changed. */
function isSame(was: Fingerprint, now: Fingerprint): boolean {
  if (was.sha256 !== null && now.sha256 !== null) return was.sha256 === now.sha256;
  if (was.lastEdited !== null && now.lastEdited !== null) return was.lastEdited === now.lastEdited;
  return was.etag !== null && was.etag === now.etag;
}

/** Whether all tables are the ones that were loaded before. */
export function isUnchanged(was: Fingerprints | null, now: Fingerprints): boolean {
  if (was === null || Object.keys(was).length !== Object.keys(now).length) return false;
  return Object.entries(now).every(
    ([name, fingerprint]) => was[name] !== undefined && isSame(was[name], fingerprint),
  );
}
