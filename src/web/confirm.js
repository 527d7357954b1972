import { h } from './dom.js';

/**
 * Asks for confirmation.
 * @param {{title: string, text: string, more?: Node, yes: string, no: string, kind: 'danger' | 'primary', signal?: AbortSignal}} question
 *   `more` are further questions; `kind` is the look of the confirming button: `danger` if it cannot be undone
 * @returns {Promise<boolean>}
 */
export function confirmed({ title, text, more, yes, no, kind, signal }) {
  return new Promise((answer) => {
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
      h('h2', { id: 'confirm-title' }, title),
      h('p', { id: 'confirm-text' }, text),
      more,
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: kind, onclick: () => dialog.close('yes') }, yes),
        h('button', { type: 'button', autofocus: true, onclick: () => dialog.close('no') }, no),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    });
    signal?.addEventListener('abort', () => dialog.close('no'), { once: true });
    // Outside the page's element, which may change in the meantime.
    document.body.append(dialog);
    dialog.showModal();
  });
}
