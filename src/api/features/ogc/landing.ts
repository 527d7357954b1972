interface Landing {
  title: string;
  description: string;
  links: { href: string; title: string }[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => ESCAPES[mark]!);

/** The landing page for people. The address of the server is the caller’s own word, so it is escaped. */
export const landingPage = ({ title, description, links }: Landing): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<p>${escaped(description)}</p>
<ul>
${links.map((link) => `<li><a href="${escaped(link.href)}">${escaped(link.title)}</a></li>`).join('\n')}
</ul>
</body>
</html>
`;
