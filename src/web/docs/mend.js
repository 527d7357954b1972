/** Elements that the reference's library leaves without a name, and the names they get. */
const NAMES = [
  ['tr[data-param-name] select', (field) => field.closest('[data-param-name]').dataset.paramName],
  ['textarea.body-param__text', () => 'Request body'],
  ['table[role=region]', (table) => `Answers of ${table.id.replaceAll('_', ' ')}`],
];

function mendNow(root) {
  for (const [selector, name] of NAMES) {
    for (const element of root.querySelectorAll(`${selector}:not([aria-label])`)) {
      element.setAttribute('aria-label', name(element));
    }
  }
  // Long code can be scrolled by keyboard too.
  for (const code of root.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0;
}

/** Adds what the library leaves out for screen readers and keyboards, whenever it draws. */
export function mend(root, signal) {
  const watch = new MutationObserver(() => mendNow(root));
  watch.observe(root, { childList: true, subtree: true });
  signal.addEventListener('abort', () => watch.disconnect());
}
