#!/usr/bin/env node
import { run } from './bootstrap.mjs';

await run('src/main.ts', process.argv.slice(2));
