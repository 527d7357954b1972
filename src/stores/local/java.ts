import { readdir, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { type Log, type RunAs, run } from './run.ts';

const OLDEST_JAVA = 21;
const JDK_FOLDERS = ['/usr/lib/jvm', '/usr/java', '/opt', '/Library/Java/JavaVirtualMachines'];

/**
 * The folder of a JDK that Elasticsearch can run on: Java 21 or newer with the module jdk.attach, which small runtimes
 * lack. Looks at ES_JAVA_HOME, JAVA_HOME, the folders where systems put JDKs, and PATH, and runs each one it finds as the
 * user the server will run as. Throws and says what to install when none fits.
 */
export async function findJdk(env: NodeJS.ProcessEnv, user: RunAs, log: Log): Promise<string> {
  const named = [env.ES_JAVA_HOME, env.JAVA_HOME].filter(
    (path) => path !== undefined && path !== '',
  ) as string[];
  const seen = new Set<string>();
  const refused: string[] = [];
  for (const candidate of [...named, ...(await installedJdks()), ...(await pathJdks(env))]) {
    const home = await realpath(candidate).catch(() => candidate);
    if (seen.has(home)) continue;
    seen.add(home);
    const { stdout, missing, ok } = await run(join(home, 'bin', 'java'), ['--list-modules'], {
      timeout: 20_000,
      cwd: '/',
      ...user,
    });
    const verdict = ok ? judgeJdk(stdout) : missing ? 'has no bin/java' : 'its java does not run';
    if (verdict === undefined) return home;
    // A missing JDK matters only if the user named its folder.
    if (missing && !named.includes(candidate)) continue;
    refused.push(`${home}: ${verdict}`);
    if (named.includes(candidate)) log(`Elasticsearch: ${candidate} is not used: ${verdict}`);
  }
  throw new Error(
    `Elasticsearch needs a JDK of Java ${OLDEST_JAVA} or newer with the module jdk.attach, and none was found` +
      `${refused.length > 0 ? ` (${refused.join('; ')})` : ''}. Install one (e.g. Temurin ${OLDEST_JAVA} JDK, or the ` +
      `package openjdk-${OLDEST_JAVA}-jdk-headless) and set ES_JAVA_HOME to its folder, or start a Docker engine, or set ` +
      'ELASTICSEARCH_URL to a running server.',
  );
}

/** Why a Java cannot run Elasticsearch, from the output of `java --list-modules`; undefined when it can. */
export function judgeJdk(modules: string): string | undefined {
  const version = Number(/^java\.base@(\d+)/m.exec(modules)?.[1]);
  if (Number.isNaN(version)) return 'its version is unknown';
  if (version < OLDEST_JAVA) return `Java ${version} is older than ${OLDEST_JAVA}`;
  return /^jdk\.attach@/m.test(modules) ? undefined : 'it lacks the module jdk.attach (a runtime, not a JDK)';
}

async function installedJdks(): Promise<string[]> {
  const jdks: string[] = [];
  for (const folder of JDK_FOLDERS) {
    for (const name of (await readdir(folder).catch(() => [])).sort()) {
      jdks.push(folder.startsWith('/Library') ? join(folder, name, 'Contents', 'Home') : join(folder, name));
    }
  }
  return jdks;
}

async function pathJdks(env: NodeJS.ProcessEnv): Promise<string[]> {
  const jdks: string[] = [];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const java = folder === '' ? undefined : await realpath(join(folder, 'java')).catch(() => undefined);
    if (java) jdks.push(dirname(dirname(java)));
  }
  return jdks;
}
