import { advice } from '../api.js';
import { h, put } from '../dom.js';
import { eventTypesOf, readOpenapi } from '../openapi.js';

function choice({ type, summary }) {
  const box = h('input', { type: 'checkbox', name: 'event_types', value: type, checked: true });
  const words = h('span', {}, h('code', {}, type), ' ', h('span', { class: 'quiet' }, summary));
  return { box, label: h('label', { class: 'choice' }, box, words) };
}

/** The event types to choose from, all chosen at first; filled when the API's description has come. */
export function eventChoices(signal) {
  const list = h('div', { class: 'choices', 'aria-busy': 'true' });
  let choices = [];
  let loading = load();

  async function load() {
    try {
      choices = eventTypesOf(await readOpenapi(signal)).map(choice);
      put(
        list,
        choices.map(({ label }) => label),
      );
    } catch (failure) {
      if (failure.name === 'AbortError') return;
      const again = h('button', { type: 'button', onclick: tryAgain }, 'Try again');
      const words = `The event types cannot be read at the moment. ${advice({ code: 'network' })}`;
      put(list, h('p', { role: 'alert' }, words), again);
    } finally {
      list.removeAttribute('aria-busy');
    }
  }
  function tryAgain() {
    loading = load();
  }

  return {
    element: h('fieldset', {}, h('legend', {}, 'Events to send'), list),
    /** The first checkbox; undefined while there is none. */
    first: () => choices[0]?.box,
    /** The chosen types, once they are there to choose from. */
    async read() {
      await loading;
      return choices.filter(({ box }) => box.checked).map(({ box }) => box.value);
    },
  };
}
