import { useLayoutEffect, useLeaving, useState } from './html.js';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The current color of a custom property at an element, in a form that a canvas accepts. */
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

/** Whether the page is dark now. */
export const isDarkNow = () => dark.matches;

/** As a hook: whether the page is dark. */
export function useDark() {
  const [isDark, setDark] = useState(dark.matches);
  const signal = useLeaving();
  useLayoutEffect(() => onTheme(() => setDark(dark.matches), signal), []);
  return isDark;
}
