import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { writeAtomically } from '../../stores/home-files.ts';
import { readSource, type Source } from './source.ts';

/** A name is also that of a folder: it is neither `.` nor `..`. */
const NAME = /^(?!\.)[\w.-]{1,100}$/;
const NAME_HAS = 'up to 100 letters, digits, dots, hyphens and underscores, and no dot first';

/** A source file that was read; its name is the file's without `.json`. */
export interface NamedSource {
  name: string;
  file: string;
  source: Source;
  /** The content of the file. */
  json: unknown;
  /** Whether it is a proposal, which has no file yet. */
  isDraft?: boolean;
}

/**
 * Checks a name for a source.
 * @throws Error that says what a name may have.
 */
export function checkName(name: string): void {
  if (!NAME.test(name) || name.endsWith('.json'))
    throw new Error(`"${name}" cannot be the name of a source: it has ${NAME_HAS}, and no .json.`);
}

/** The folder of an installation's source files. */
export const sourcesFolder = (home: string): string => join(home, 'sources');

/** The folder that keeps the downloads and pages of a layer until it is loaded. */
export const workFolder = (home: string, source: string, layer: string): string =>
  join(sourcesFolder(home), 'work', source, layer.replace('/', '-'));

/** Deletes what is kept of a layer. The home may not even be a folder. */
export function removeWork(folder: string): void {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
}

/** The file of a kept source, whether it exists or not. */
const fileOf = (home: string, name: string): string => join(sourcesFolder(home), `${name}.json`);

/** The name of a source, by its file. */
export const nameOf = (file: string): string => basename(file, '.json');

const missing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR';

/** The files of all kept sources, by name. */
export async function keptFiles(home: string): Promise<string[]> {
  const names = await readdir(sourcesFolder(home)).catch((error) => {
    if (missing(error)) return [];
    throw error;
  });
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(sourcesFolder(home), name));
}

/**
 * Reads a source file, or with `isDraft` one that is still to be completed.
 * @throws Error with a sentence, or with a line for each place that is wrong.
 */
export async function openSourceFile(
  file: string,
  options: { isDraft?: boolean } = {},
): Promise<NamedSource> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new Error(
      missing(error) ? `${file}: there is no such source file.` : `${file} cannot be read: ${error.code}.`,
    );
  });
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}.`);
  }
  const name = nameOf(file);
  if (!NAME.test(name)) throw new Error(`${file}: the name of a source file has ${NAME_HAS}.`);
  return { name, file: resolve(file), source: readSource(json, basename(file), options), json };
}

/** A source by the path of its file, or by the name under which it is kept. */
export async function findSource(
  home: string,
  name: string,
  options: { isDraft?: boolean } = {},
): Promise<NamedSource> {
  const isPath = name.endsWith('.json') || name.includes('/');
  return openSourceFile(isPath ? name : fileOf(home, name), options);
}

/** A source file that is not kept yet, read as it will be once it is. */
export const draftOf = (home: string, name: string, json: unknown): NamedSource => ({
  name,
  file: fileOf(home, name),
  source: readSource(json, 'the proposal'),
  json,
  isDraft: true,
});

/** Writes a source file atomically, in place of one of the same name. Returns its path. */
export async function keepSource(home: string, name: string, json: unknown): Promise<string> {
  const file = fileOf(home, name);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeAtomically(file, `${JSON.stringify(json, null, 2)}\n`, 0o600);
  return file;
}

/** Deletes a kept source file and its downloads. Returns the path, or null if no source has this name. */
export async function removeKept(home: string, name: string): Promise<string | null> {
  if (!NAME.test(name)) return null;
  await rm(join(sourcesFolder(home), 'work', name), { recursive: true, force: true });
  const file = fileOf(home, name);
  const isRemoved = await rm(file).then(
    () => true,
    (error) => {
      if (missing(error)) return false;
      throw error;
    },
  );
  return isRemoved ? file : null;
}
