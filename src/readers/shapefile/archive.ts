import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';

/** A file in an archive; `path` has forward slashes. */
export interface Member {
  path: string;
  entry: yauzl.Entry;
}

export interface Archive {
  members: readonly Member[];
  /** Unpacks members into files. @throws Error with a sentence, without the archive's name. */
  unpack(files: readonly { member: Member; to: string }[]): Promise<void>;
  close(): void;
}

/** What has been unpacked of one download so far, in bytes. */
export interface Budget {
  packed: number;
  unpacked: number;
}

const MOST_MEMBERS = 100_000;
const MOST_BYTES = 8 * 2 ** 30;
/** Beyond this many bytes an archive may not unpack to more than so many times its size. */
const FREE_BYTES = 100 * 2 ** 20;
const MOST_TIMES = 200;

const TOO_LARGE = `it unpacks to more than ${MOST_BYTES / 2 ** 30} GB. Unpack it yourself, and load the .shp in it.`;
const BOMB =
  `it unpacks to more than ${MOST_TIMES} times its size, as archives do that are made to fill a disk. If you trust it, ` +
  'unpack it yourself, and load the .shp in it.';

/** Null when the budget allows it. */
function overdrawn({ packed, unpacked }: Budget): string | null {
  if (unpacked > MOST_BYTES) return TOO_LARGE;
  return unpacked > FREE_BYTES && unpacked > MOST_TIMES * packed ? BOMB : null;
}

function counted(budget: Budget): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      budget.unpacked += chunk.length;
      const problem = overdrawn(budget);
      if (problem === null) done(null, chunk);
      else done(new Error(problem));
    },
  });
}

function checkMember({ path, entry }: Member): void {
  if (entry.isEncrypted())
    throw new Error(`${path} in it is encrypted. Unpack it with its password, and load the .shp in it.`);
  if (!entry.canDecodeFileData()) {
    throw new Error(
      `${path} in it is packed by method ${entry.compressionMethod}, which cannot be read. Unpack it yourself, and load the .shp in it.`,
    );
  }
}

function broken(problem: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  return new Error(`${problem} (${reason}). Get the whole file again.`, { cause: error });
}

async function membersOf(zip: yauzl.ZipFile): Promise<Member[]> {
  const members: Member[] = [];
  for await (const entry of zip.eachEntry()) {
    const path = yauzl.getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      false,
    );
    if (members.length >= MOST_MEMBERS) throw new Error(`it has more than ${MOST_MEMBERS} files`);
    if (!path.endsWith('/')) members.push({ path, entry });
  }
  return members;
}

/**
 * Opens a zip archive and lists its files. Names are not checked: they are for choosing, and no file is written by its name.
 * @throws Error with a sentence, without the archive's name, when it is none or broken
 */
export async function openArchive(file: string, budget: Budget): Promise<Archive> {
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(file, { autoClose: false, decodeStrings: false });
  } catch (error) {
    throw broken('it is not a zip archive, or a part of one', error);
  }
  let members: Member[];
  try {
    members = await membersOf(zip);
  } catch (error) {
    zip.close();
    throw broken('its list of files cannot be read', error);
  }
  async function unpackOne(member: Member, to: string): Promise<void> {
    budget.packed += Math.min(member.entry.compressedSize, zip.fileSize);
    try {
      const stream = await zip.openReadStreamPromise(member.entry);
      await pipeline(stream, counted(budget), createWriteStream(to));
    } catch (error) {
      if (overdrawn(budget) !== null) throw error;
      throw broken(`${member.path} in it cannot be unpacked`, error);
    }
  }

  return {
    members,
    async unpack(files) {
      for (const { member } of files) checkMember(member);
      const claimed = files.reduce((sum, { member }) => sum + member.entry.uncompressedSize, 0);
      if (budget.unpacked + claimed > MOST_BYTES) throw new Error(TOO_LARGE);
      for (const { member, to } of files) await unpackOne(member, to);
    },
    close: () => zip.close(),
  };
}
