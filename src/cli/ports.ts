import { createServer } from 'node:net';
import type { Config } from '../config.ts';

/** Why a port cannot be opened, and which setting chooses another one. */
export function portError(port: number, code: string | undefined, setting = 'PORT'): Error {
  const other = `${setting}${setting.startsWith('-') ? ' ' : '='}${port + 10}`;
  if (code === 'EADDRINUSE') {
    return new Error(
      `Port ${port} is in use by another program, perhaps another Terrier. Stop it, or choose another port: ${other}`,
    );
  }
  return new Error(`Port ${port} cannot be opened (${code}). Choose another one: ${other}`);
}

/** Rejects with what to do when the API’s port is taken. */
export function checkApiPort({ HOST, PORT }: Config): Promise<void> {
  return new Promise((free, fail) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => fail(portError(PORT, error.code)));
    probe.listen(PORT, HOST, () => probe.close(() => free()));
  });
}
