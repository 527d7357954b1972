import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type Log, type RunAs, run } from './run.ts';

const OLDEST_JAVA = 21;
const INSTALLED = '/{usr/lib/jvm,usr/java,opt,Library/Java/JavaVirtualMachines}/*{,/Contents/Home}/bin/java';

/**
 * The folder of a JDK that Elasticsearch can run on: Java 21 or newer with the module jdk.attach, which small runtimes
 * lack. Asks those of ES_JAVA_HOME and JAVA_HOME, those in the folders where systems put them, and the one on PATH, as the
 * user the server will run as. Throws and says what to install when none fits.
 */
export async function findJdk(user: RunAs, log: Log): Promise<string> {
  const { ES_JAVA_HOME, JAVA_HOME } = process.env;
  const named = [ES_JAVA_HOME, JAVA_HOME].flatMap((home) => (home ? [join(home, 'bin', 'java')] : []));
  const refused: string[] = [];
  for (const java of [...named, ...globSync(INSTALLED).sort(), 'java']) {
    const args = ['-XshowSettings:properties', '--list-modules'];
    const { ok, stdout, stderr } = await run(java, args, { timeout: 20_000, cwd: '/', ...user });
    const version = Number(/^java\.base@(\d+)/m.exec(stdout)?.[1]);
    const isWhole = /^jdk\.attach@/m.test(stdout);
    if (version >= OLDEST_JAVA && isWhole) return /java\.home = (.+)/.exec(stdout + stderr)![1]!;
    const fault = isWhole ? `is Java ${version}` : ok ? 'is no JDK' : 'does not run';
    refused.push(`${java} ${fault}`);
    if (named.includes(java)) log(`Elasticsearch: ${java} is not used: it ${fault}`);
  }
  throw new Error(
    `Elasticsearch needs a JDK of Java ${OLDEST_JAVA} or newer with the module jdk.attach, and none was found ` +
      `(${refused.join('; ')}). Install one (e.g. Temurin ${OLDEST_JAVA} JDK, or the package ` +
      `openjdk-${OLDEST_JAVA}-jdk-headless) and set ES_JAVA_HOME to its folder, or start a Docker engine, or set ` +
      'ELASTICSEARCH_URL to a running server.',
  );
}
