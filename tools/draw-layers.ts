import { writeFile } from 'node:fs/promises';
import { drawnPage, LAYERS_PAGE } from './layers.ts';

await writeFile(LAYERS_PAGE, await drawnPage());
