import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { marked, type Token, type Tokens } from 'marked';
import { PROJECT_ROOT } from '../../src/config.ts';

/** A Markdown file of the repository. */
export interface Page {
  /** Relative to the project's folder: `docs/adr/README.md`. */
  path: string;
  text: string;
  tokens: Token[];
  /** Its links to files of the repository; `path` as above, `anchor` without the #. */
  links: { path: string; anchor: string }[];
}

async function readPage(path: string): Promise<Page> {
  const text = await readFile(join(PROJECT_ROOT, path), 'utf8');
  const tokens = marked.lexer(text);
  const links: Page['links'] = [];
  marked.walkTokens(tokens, (token) => {
    if (token.type !== 'link' && token.type !== 'image') return;
    const { href } = token as Tokens.Link | Tokens.Image;
    if (/^[a-z]+:/.test(href)) return;
    const [file = '', anchor = ''] = href.split('#');
    links.push({ path: file === '' ? path : join(dirname(path), file), anchor });
  });
  return { path, text, tokens, links };
}

/** Every Markdown file in the project's folder and in docs/. */
export const readPages = (): Promise<Page[]> =>
  Promise.all(globSync(['*.md', 'docs/**/*.md'], { cwd: PROJECT_ROOT }).sort().map(readPage));
