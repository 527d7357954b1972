const dark = matchMedia('(prefers-color-scheme: dark)');

/** The current color of a custom property, in a form that a canvas accepts. */
export function colorOf(element, name) {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls `listener` at each change between light and dark mode, until the signal aborts. */
export function onTheme(listener, signal) {
  dark.addEventListener('change', listener, { signal });
}
