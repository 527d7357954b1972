import { h } from '../dom.js';

/**
 * Asks before something that cannot be undone.
 * @param {{title: string, text: string, yes: string, no: string, signal: AbortSignal}} question
 * @returns {Promise<boolean>} whether to do it
 */
export function confirmed({ title, text, yes, no, signal }) {
  return new Promise((answer) => {
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'confirm-title', 'aria-describedby': 'confirm-text' },
      h('h2', { id: 'confirm-title' }, title),
      h('p', { id: 'confirm-text' }, text),
      h(
        'div',
        { class: 'row' },
        h('button', { type: 'button', class: 'danger', onclick: () => dialog.close('yes') }, yes),
        h('button', { type: 'button', autofocus: true, onclick: () => dialog.close('no') }, no),
      ),
    );
    dialog.addEventListener('close', () => {
      dialog.remove();
      answer(dialog.returnValue === 'yes');
    });
    signal.addEventListener('abort', () => dialog.close('no'), { once: true });
    document.getElementById('main').append(dialog);
    dialog.showModal();
  });
}
