import type { Findings } from '../proof/findings.ts';
import { CANARY_OWNER } from './place.ts';
import type { Rig } from './rig.ts';

/** Enough of a secret to recognize it: what lists show of a key is shorter, and at its beginning. */
const partOf = (secret: string) => secret.slice(14, 30) || secret;

/**
 * Searches the logs and metrics of all processes for keys, secrets, passwords and the owner's name. Run last, since it
 * checks what every other part has caused.
 */
export async function canaryFindings({ place }: Rig): Promise<Findings> {
  const metrics = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const places: Record<string, string> = {
    'the log of the API': place.api.text(),
    'the log of the dispatcher': place.dispatcher.text(),
    'the metrics of the API': await metrics(place.port),
    'the metrics of the dispatcher': await metrics(place.metricsPort),
  };
  const words = [...place.secrets.map(partOf), ...CANARY_OWNER.split(' ')];
  const faults = Object.entries(places).flatMap(([where, text]) => {
    const lower = text.toLowerCase();
    const seen = words.filter((word) => lower.includes(word.toLowerCase()));
    return seen.map(
      (word) =>
        `${where} has ${word}: ${text.slice(Math.max(0, lower.indexOf(word.toLowerCase()) - 150)).slice(0, 300)}`,
    );
  });
  const lines = places['the log of the API']!.split('\n').filter((line) =>
    line.includes('"msg":"request"'),
  ).length;
  const failures = places['the log of the API']!.split('\n').filter((line) => /"level":[56]0/.test(line));
  if (lines === 0) faults.push('the API has logged no request: nothing was searched');
  return {
    title: `Canaries: ${words.length} words in ${Object.values(places).reduce((sum, text) => sum + text.length, 0)} characters`,
    figures: [
      `${lines} requests logged at level trace, ${failures.length} errors; 2 keys, 2 signing secrets, the key of secrets, the passwords of the stores, an owner`,
      ...new Set(
        failures.map((line) =>
          line.replace(/"(time|pid|reqId|hostname)":("[^"]*"|\d+),?/g, '').slice(0, 300),
        ),
      ),
    ].slice(0, 8),
    faults,
  };
}
