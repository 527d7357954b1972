/**
 * Shortens the output of tap: a line for each file, whole failures (with the names of their tests and tap's explanation),
 * and the counts of assertions. Thirty thousand lines of "ok" hide the one that is not.
 */
export function report(print: (line: string) => void) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const names: string[] = [];
  /** The indentation of the failure whose explanation comes next, or is being printed. */
  let explaining: string | null = null;

  function failed(indent: string, what: string): void {
    const path = [...names.slice(0, indent.length / 4), what];
    failures.push(path.join(' > '));
    print(`not ok ${path.join(' > ')}`);
    explaining = indent;
  }

  function line(text: string): void {
    const [, indent, name] = /^(\s*)# Subtest: (.*)$/.exec(text) ?? [];
    if (name !== undefined) names.splice(indent!.length / 4, names.length, name);
    const result = /^(\s*)(not )?ok \d+(?: - )?(.*)$/.exec(text);
    if (result) {
      explaining = null;
      const [, depth, not, what] = result;
      const sums = / # time=/.test(what!);
      if (/# (SKIP|TODO)/i.test(what!)) counts.skipped++;
      else if (!sums) counts[not ? 'failed' : 'passed']++;
      if (not && !(sums && depth !== '')) failed(depth!, what!);
      else if (depth === '' && sums) print(text.replace(/^ok \d+ - /, 'ok '));
    } else if (explaining !== null && text.startsWith(`${explaining}  `)) {
      print(text);
      if (text === `${explaining}  ...`) explaining = null;
    } else if (/^\s*Bail out!/.test(text)) print(text);
  }

  /** Repeats the failures at the end, a line each. */
  function end(): void {
    for (const failure of failures) print(`failed: ${failure}`);
    const { passed, failed: wrong, skipped } = counts;
    print(`${passed} passed, ${wrong} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }

  return { line, end };
}
