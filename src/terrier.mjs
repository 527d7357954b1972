#!/usr/bin/env node
import { run } from './launch/run.mjs';

await run('src/main.ts', process.argv.slice(2));
