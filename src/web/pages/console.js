import { SIGNUP } from '../catalog.js';
import { Dashboard } from '../console/dashboard.js';
import { MatchList } from '../console/match-list.js';
import { SignIn, SignUp } from '../console/sign-in.js';
import { Verifiers } from '../console/verifiers.js';
import { html, useLayoutEffect, useState } from '../html.js';
import { changeKey, useCurrentKey } from '../session.js';

export const title = 'Console';
export const styles = ['/assets/console/console.css', '/assets/vendor/uplot/uPlot.min.css'];

/** The console of the current key, or the form to enter one. */
export function Page() {
  const key = useCurrentKey();
  /** Why the last key no longer works. */
  const [ended, setEnded] = useState('');
  useLayoutEffect(() => {
    if (key !== null) setEnded('');
    // The focused element is gone.
    if (document.activeElement === document.body)
      document.getElementById('main').focus({ preventScroll: true });
  }, [key]);

  function onEnded(message) {
    setEnded(message);
    changeKey(null);
  }

  return html`
    <div class="wrap">
      <h1>Console</h1>
      <div>
        ${
          key === null
            ? html`<${SignIn} ended=${ended} />${SIGNUP && html`<div><${SignUp} /></div>`}`
            : html`<${Dashboard} key=${key} onEnded=${onEnded} />`
        }
      </div>
      <${MatchList} />
      <${Verifiers} />
    </div>
  `;
}
