import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { PROJECT_ROOT } from '../config.ts';

const FILE = resolve(PROJECT_ROOT, 'CHANGELOG.md');
const ATOM = 'application/atom+xml';
const PAGE = '/docs/changes';
/** The feed's own name, the same on every server. */
const ID = 'tag:terrier.invalid,2026:changes';

interface Release {
  version: string;
  day: string;
  text: string;
}

/** The released versions of a change log, newest first. */
function releasesOf(text: string): Release[] {
  const [, ...parts] = text.split(/^## \[/m);
  return parts.flatMap((part) => {
    const { version, day } = /^(?<version>[\d.]+)\] - (?<day>\d{4}-\d\d-\d\d)\n/.exec(part)?.groups ?? {};
    return version && day ? [{ version, day, text: part.slice(part.indexOf('\n') + 1) }] : [];
  });
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => ENTITIES[one]!);

const updated = (day: string) => `<updated>${day}T00:00:00Z</updated>`;

async function feedOf(text: string): Promise<string> {
  const { marked } = await import('marked');
  const releases = releasesOf(text);
  const entry = ({ version, day, text: changes }: Release) =>
    `<entry><id>${ID}/${version}</id><title>Terrier ${version}</title>${updated(day)}` +
    `<link href="${PAGE}"/><content type="html">${escaped(marked.parse(changes, { async: false }))}</content></entry>`;
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${ID}</id>` +
    `<title>Changes of Terrier</title><author><name>Terrier</name></author>${updated(releases[0]!.day)}` +
    `<link rel="self" type="${ATOM}" href="${PAGE}.atom"/><link href="${PAGE}"/>` +
    `${releases.map(entry).join('')}</feed>\n`
  );
}

/** The change log as a page of the documentation, and as an Atom feed for programs that ask for one. */
export async function changes(app: FastifyInstance): Promise<void> {
  let feed: Promise<string> | undefined;
  // Its links are relative to its own folder, those of a page to docs/.
  const text = (await readFile(FILE, 'utf8')).replaceAll('](docs/', '](');
  const hidden = { schema: { hide: true } };

  app.get('/assets/guides/changes.md', hidden, (_request, reply) =>
    reply.type('text/markdown; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
  const sendFeed = () => {
    feed ??= feedOf(text);
    return feed;
  };
  app.get(`${PAGE}.atom`, hidden, async (_request, reply) => reply.type(ATOM).send(await sendFeed()));
  app.get(PAGE, hidden, async (request, reply) => {
    reply.header('vary', 'Accept');
    if (request.accepts().type(['text/html', ATOM]) !== ATOM)
      return reply.sendFile('index.html', { maxAge: 0 });
    return reply.type(ATOM).send(await sendFeed());
  });
}
