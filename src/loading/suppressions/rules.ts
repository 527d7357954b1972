import { ruleOf, type SuppressionRule } from '../../domain/suppression.ts';
import type { Database } from '../../stores/mysql/database.ts';
import { openEntry, readList, versionOfList } from './list.ts';

/** Called only where something is suppressed. */
export type SecretKey = () => Promise<Buffer>;

/**
 * Returns a function that gives the rule of the current list, or null while the list is empty. It is cheap to call while
 * the list has not changed. Throws when the list cannot be decrypted.
 */
export function suppressionRules(database: Database, secretKey: SecretKey) {
  let known = { version: '', rule: null as SuppressionRule | null };
  return async (): Promise<SuppressionRule | null> => {
    const version = await versionOfList(database);
    if (version === known.version) return known.rule;
    if (version === '') known = { version, rule: null };
    else {
      const key = await secretKey();
      const list = await readList(database);
      known = { version, rule: ruleOf(list.map(({ id, entry }) => ({ id, entry: openEntry(entry, key) }))) };
    }
    return known.rule;
  };
}
