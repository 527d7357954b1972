import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PROJECT_ROOT } from '../../src/config.ts';
import type { Findings } from '../proof/findings.ts';

const read = (file: string) => readFileSync(resolve(PROJECT_ROOT, file), 'utf8');

/** What COPY takes from the build folder, in the last stage. */
function copied(dockerfile: string): string[] {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  return [...last.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(' '));
}

/** What .dockerignore leaves out of a folder that it lets in. */
const leftOut = (ignore: string) =>
  ignore
    .split('\n')
    .filter((line) => line !== '' && line !== '*' && !line.startsWith('!') && !line.startsWith('#'));

/** Files that belong in no image, by name. */
const UNWANTED =
  /^(test|bench|tools|examples)\/|(^|\/)(\.git|\.env[^/]*|\.npmrc|node_modules)(\/|$)|\.(test|chaos)\.[mc]?[jt]s$|\.(pem|key|p12|pfx|sqlite|log|har)$|(^|\/)id_(rsa|ed25519)/;
/** Made up for the documentation. */
const EXAMPLES = ['terrier_a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6', 'change-me', 'user:password@'];
/** What secrets look like, by content. */
const SECRETS: Record<string, RegExp> = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'a key of AWS': /\bAKIA[0-9A-Z]{16}\b/,
  'a token of GitHub': /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
  'a key of Terrier': /\bterrier_(?=[^\s_]*\d)[A-Za-z0-9-]{20}[A-Za-z0-9_-]{12}\b/,
  'a token of npm': /_authToken=/,
  'an address with a password': /\b(?:mysql|https?):\/\/[\w.-]+:[^\s@/'"`<$]{6,}@/,
};

/** Finds from Dockerfile, .dockerignore and git which files of this repository would be in the image, and searches each. */
export function imageFindings(): Findings {
  const dockerfile = read('Dockerfile');
  const sources = copied(dockerfile);
  const ignored = leftOut(read('.dockerignore'));
  const tracked = execFileSync('git', ['ls-files', '-z', '--', ...sources], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const files = tracked
    .split('\0')
    .filter((file) => file !== '' && !ignored.some((out) => file === out || file.startsWith(`${out}/`)));
  const faults: string[] = [];
  let bytes = 0;
  for (const file of files) {
    if (UNWANTED.test(file)) faults.push(`${file} would be in the image`);
    const text = read(file);
    bytes += Buffer.byteLength(text);
    for (const [what, pattern] of Object.entries(SECRETS)) {
      const [found] = pattern.exec(text) ?? [];
      if (found && !EXAMPLES.some((example) => found.includes(example)))
        faults.push(`${file} has ${what}: ${found.slice(0, 60)}`);
    }
  }
  const rules: [holds: boolean, fault: string][] = [
    [files.length > 100, 'the files of the image were not found'],
    [/^\*$/m.test(read('.dockerignore')), '.dockerignore lets in what it does not name'],
    [/^USER (?!root|0)\S+$/m.test(dockerfile), 'the image runs as root'],
    [/npm ci [^\n]*--omit=dev/.test(dockerfile), 'the image has packages that only develop and test it'],
    [/npm ci [^\n]*--ignore-scripts/.test(dockerfile), 'packages run scripts while the image is built'],
    [
      !/^(ADD|ARG \w*(TOKEN|SECRET|PASSWORD)|ENV \w*(TOKEN|SECRET|PASSWORD))/m.test(dockerfile),
      'the image is given a secret, or fetches a file',
    ],
    [/NODE_IMAGE=\S+:\d+\.\d+\.\d+/.test(dockerfile), 'the base image has no exact version'],
  ];
  return {
    title: 'Image, by its Dockerfile',
    figures: [
      `${files.length} files, ${(bytes / 2 ** 20).toFixed(1)} MiB, from ${sources.join(', ')}, and the packages of the product`,
    ],
    faults: [...faults, ...rules.filter(([holds]) => !holds).map(([, fault]) => fault)],
  };
}
