/**
 * Makes an element. Text is never read as HTML.
 * @param {Record<string, unknown>} [props] attributes; functions are listeners (`onclick`), booleans present or absent.
 * @param {...(Node | string | number | null | undefined | false | (Node | string)[])} children
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  put(element, ...children);
  return element;
}

/** Replaces what an element holds. */
export function put(element, ...children) {
  const nodes = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.replaceChildren(...nodes.map((child) => (child instanceof Node ? child : String(child))));
}
