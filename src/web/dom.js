import { html, render } from './html.js';

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

/** A view with one outer element, as an element for a caller that still makes elements. */
export function elementOf(view) {
  const place = document.createElement('div');
  render(view, place);
  return place.firstElementChild;
}

/** Elements inside a view. */
export function Elements({ of }) {
  return html`<div style="display: contents" ref=${(place) => place && put(place, of)}></div>`;
}
