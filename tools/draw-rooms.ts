import { writeFile } from 'node:fs/promises';
import { drawnPage, ROOMS_PAGE } from './rooms.ts';

await writeFile(ROOMS_PAGE, await drawnPage());
