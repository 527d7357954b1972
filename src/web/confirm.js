import { html, render } from './html.js';

/**
 * Asks for confirmation; `more` are further questions. The confirming button looks like its `kind`: `danger` if it cannot be
 * undone. Returns the answers to `more` by the names of its inputs; null for no.
 */
export function confirmed({ title, text, more, yes, no, kind, signal }) {
  return new Promise((answer) => {
    // Outside the page's element, which may change in the meantime.
    const place = document.body.appendChild(document.createElement('div'));
    const answered = ({ currentTarget: dialog }) => {
      const answers = Object.fromEntries(new FormData(dialog.querySelector('form')));
      render(null, place);
      place.remove();
      answer(dialog.returnValue === 'yes' ? answers : null);
    };
    const choose = (value) => () => place.firstElementChild?.close(value);
    render(
      html`<dialog aria-labelledby="confirm-title" aria-describedby="confirm-text" onclose=${answered}>
        <h2 id="confirm-title">${title}</h2>
        <p id="confirm-text">${text}</p>
        <form onsubmit=${(event) => event.preventDefault()}>${more}</form>
        <div class="row">
          <button type="button" class=${kind} onclick=${choose('yes')}>${yes}</button>
          <button type="button" autofocus onclick=${choose('no')}>${no}</button>
        </div>
      </dialog>`,
      place,
    );
    signal?.addEventListener('abort', choose('no'), { once: true });
    place.firstElementChild.showModal();
  });
}
