import type { Config } from '../config.ts';
import { checkFiles } from './checks/files.ts';
import { checkMemory } from './checks/memory.ts';
import { checkRoom } from './checks/room.ts';
import { checkNode } from './checks/versions.ts';
import type { Finding } from './finding.ts';
import { readFileLimit, readFree, readMemory } from './read/machine.ts';
import { MIB } from './size.ts';
import { examined } from './verdict.ts';

/** This machine: what a Terrier that is started here has. */
export function examineMachine(config: Config): Promise<Finding[]> {
  const { TERRIER_HOME: home, ROW_CACHE_MB, TILE_CACHE_MB, LOT_CACHE_MB } = config;
  const caches = (ROW_CACHE_MB + TILE_CACHE_MB + LOT_CACHE_MB) * MIB;
  return Promise.all([
    examined('node', () => checkNode(process.version)),
    examined('files', () => checkFiles(readFileLimit())),
    examined('memory', () => checkMemory(readMemory(), caches)),
    examined('disk', async () => checkRoom(`The disk of TERRIER_HOME (${home})`, await readFree(home))),
  ]);
}
