import { Tabs } from '../controls.js';
import { CodeBlock } from '../copy.js';
import { prose } from '../docs/render.js';
import { html, useMemo, useState } from '../html.js';
import { useCurrentKey } from '../session.js';
import { Answer } from './answer.js';
import { keyOf } from './document.js';
import { FieldHead, SchemaFields, Words } from './fields.js';
import { firstValues, formOf, OperationForm, requestOf } from './form.js';
import { SAMPLES } from './samples.js';

const KEYS = {
  none: 'It takes no key.',
  optional: 'It answers without a key too, fewer times a month.',
  required: 'It needs a key.',
};

/** What a key needs, in words. */
function needed({ 'x-needs': need }) {
  if (need === 'admin') return 'A key must manage the keys of its account. ';
  return need ? `A key must have the scope ${need}. ` : '';
}

/** The method and path of an operation. */
export const Route = ({ method, path, isEvent }) => html`
  <span class="ref-method ref-${isEvent ? 'event' : method}">${isEvent ? 'event' : method.toUpperCase()}</span>${' '}
  <code>${path}</code>
`;

const Head = ({ listed }) => html`
  <h1 class="ref-route"><${Route} ...${listed} /></h1>
  <p class="lead">${listed.summary}</p>
  ${listed.operation.description && html`<div>${prose(listed.operation.description)}</div>`}
`;

const Json = ({ value, label }) => html`
  <pre class="ref-code ref-long" tabindex="0" aria-label=${label}>${JSON.stringify(value, null, 2)}</pre>
`;

const Content = ({ type, schema, example }) => html`
  <p class="quiet">${type}</p>
  ${schema && html`<${SchemaFields} schema=${schema} words="Fields of the answer" />`}
  ${
    example !== undefined &&
    html`
      <details class="ref-more">
        <summary>Example</summary>
        <${Json} value=${example} label="Example of ${type}" />
      </details>
    `
  }
`;

function Answers({ operation }) {
  const answer = ([status, { description, content = {} }]) => {
    const isError = status.startsWith('4') || status.startsWith('5');
    return html`
      <li>
        <div class="ref-head"><span class="badge ${isError ? 'bad' : 'good'}">${status}</span> ${description}</div>
        ${
          !isError &&
          Object.entries(content).map(([type, media]) => html`<${Content} type=${type} ...${media} />`)
        }
      </li>
    `;
  };
  return html`
    <section>
      <h2>Answers</h2>
      <ul class="ref-fields">${Object.entries(operation.responses).map(answer)}</ul>
      <p>What to do about an error: <a href="/docs/errors">Errors</a>.</p>
    </section>
  `;
}

/** The language of the samples, which is kept from page to page. */
let last = 'curl';

function Asked({ listed }) {
  const { operation } = listed;
  const inUse = useCurrentKey();
  const key = keyOf(operation) === 'none' ? null : inUse;
  const [language, setLanguage] = useState(last);
  const form = useMemo(() => formOf(listed), []);
  const [asked, setAsked] = useState(() => requestOf(form, firstValues(form)));
  const [problem, setProblem] = useState('');
  const [sent, setSent] = useState(null);
  const request = { ...asked, withKey: keyOf(operation) === 'required' || key !== null };
  /** While the body is not JSON, the request stays as it was. */
  function read({ currentTarget }) {
    try {
      setAsked(requestOf(form, Object.fromEntries(new FormData(currentTarget))));
      setProblem('');
    } catch (failure) {
      setProblem(`This is not JSON yet: ${failure.message}`);
    }
  }
  function submit(event) {
    event.preventDefault();
    setSent({ request, key });
  }
  function choose(name) {
    last = name;
    setLanguage(name);
  }
  return html`
    <article class="ref-operation">
      <div class="ref-top">
        <${Head} listed=${listed} />
        <p class="quiet">
          ${KEYS[keyOf(operation)]} ${needed(operation)}<a href="/docs/authentication">Keys and limits</a>
        </p>
      </div>
      <div class="ref-asked">
        <${OperationForm} form=${form} problem=${problem} oninput=${read} onsubmit=${submit} />
      </div>
      <section class="ref-tried" aria-label="Samples and answer">
        <div>
          <${Tabs} names=${Object.keys(SAMPLES)} chosen=${language} choose=${choose} label="Samples" id="ref-sample"
            class="ref-tabs">
            <${CodeBlock} code=${SAMPLES[language](request, location.origin)} title=${language} />
          </>
        </div>
        <p class="row">
          <button type="submit" form="ref-form" class="primary" disabled=${problem !== ''}>Send</button>
        </p>
        <${Answer} sent=${sent} />
      </section>
      <div class="ref-answers"><${Answers} operation=${operation} /></div>
    </article>
  `;
}

function Sent({ listed }) {
  const { parameters = [], requestBody } = listed.operation;
  const [{ schema, example }] = Object.values(requestBody.content);
  const header = (given) => html`
    <li>
      <div class="ref-head"><${FieldHead} ...${given} /></div>
      <${Words} of=${given.description} />
      <code class="ref-example">${given.example}</code>
    </li>
  `;
  return html`
    <article class="ref-event-page">
      <${Head} listed=${listed} />
      <p>How to register an endpoint and check what arrives: <a href="/docs/webhooks">Webhooks</a>.</p>
      <h2>Body</h2>
      <${Json} value=${example} label="Example of the body" />
      <${SchemaFields} schema=${schema} words="Fields of the body" />
      <h2>Headers</h2>
      <ul class="ref-fields">${parameters.map(header)}</ul>
    </article>
  `;
}

/** An operation, or an event. */
export const Operation = ({ listed }) => html`<${listed.isEvent ? Sent : Asked} listed=${listed} />`;
