/** Longest object or list on one line, in characters. */
const LINE = 60;

/** How each language writes values. */
const STYLES = {
  json: { key: JSON.stringify, text: JSON.stringify, names: {}, inside: ' ' },
  typescript: {
    key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
    text: (words) => quoted(words),
    names: {},
    inside: ' ',
  },
  python: {
    key: JSON.stringify,
    text: JSON.stringify,
    names: { true: 'True', false: 'False', null: 'None' },
    inside: '',
  },
};

/** A TypeScript string in single quotes. */
export const quoted = (words) =>
  `'${JSON.stringify(words).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/**
 * A JSON value written in a language.
 * @param {unknown} value
 * @param {'json' | 'typescript' | 'python'} language
 * @param {string} [indent] that of the line where it begins
 */
export function literal(value, language, indent = '') {
  const { key, text, names, inside } = STYLES[language];
  if (typeof value === 'string') return text(value);
  if (typeof value !== 'object' || value === null) return names[String(value)] ?? String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const parts = (deeper) =>
    isList
      ? value.map((part) => literal(part, language, deeper))
      : Object.entries(value).map(([name, part]) => `${key(name)}: ${literal(part, language, deeper)}`);
  const flat = parts(indent);
  if (flat.length === 0) return open + close;
  const gap = isList ? '' : inside;
  const line = open + gap + flat.join(', ') + gap + close;
  if (line.length + indent.length <= LINE && !line.includes('\n')) return line;
  const deeper = `${indent}  `;
  const comma = language === 'json' ? '' : ',';
  return `${open}\n${parts(deeper)
    .map((part) => deeper + part)
    .join(',\n')}${comma}\n${indent}${close}`;
}
