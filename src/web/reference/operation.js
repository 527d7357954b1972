import { CodeBlock } from '../docs/copy.js';
import { prose } from '../docs/render.js';
import { html, useState } from '../html.js';
import { useCurrentKey } from '../session.js';
import { Answer } from './answer.js';
import { keyOf, needOf, resolved } from './document.js';
import { FieldHead, SchemaFields, Words } from './fields.js';
import { changed, formOf, OperationForm } from './form.js';
import { LANGUAGES } from './samples.js';
import { Tabs } from './tabs.js';

const KEYS = {
  none: 'It takes no key.',
  optional: 'It answers without a key too, fewer times a month.',
  required: 'It needs a key.',
};

/** What a key needs, in words. */
function needed(operation) {
  const need = needOf(operation);
  if (need === 'admin') return 'A key must manage the keys of its account. ';
  return need === null ? '' : `A key must have the scope ${need}. `;
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

const Content = ({ document, type, schema, example }) => html`
  <p class="quiet">${type}</p>
  ${schema && html`<${SchemaFields} document=${document} schema=${schema} words="Fields of the answer" />`}
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

function Answers({ document, operation }) {
  const answer = ([status, given]) => {
    const { description, content = {} } = resolved(document, given);
    const isError = status.startsWith('4') || status.startsWith('5');
    return html`
      <li>
        <div class="ref-head"><span class="badge ${isError ? 'bad' : 'good'}">${status}</span> ${description}</div>
        ${
          !isError &&
          Object.entries(content).map(
            ([type, media]) => html`<${Content} document=${document} type=${type} ...${media} />`,
          )
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

/** The key for an operation: the one in use, or null where it takes none. */
function useKeyFor(operation) {
  const key = useCurrentKey();
  return keyOf(operation) === 'none' ? null : key;
}

/** An operation, with its form, its samples and its answers. */
function Asked({ document, listed }) {
  const { operation } = listed;
  const key = useKeyFor(operation);
  const [form, setForm] = useState(() => formOf(document, listed));
  const [sent, setSent] = useState(null);
  const request = { ...form.request, withKey: keyOf(operation) === 'required' || key !== null };
  function submit(event) {
    event.preventDefault();
    setSent({ request, key });
  }
  const sample = (language) => {
    const [, write] = LANGUAGES.find(([name]) => name === language);
    return html`<${CodeBlock} code=${write(request, location.origin)} title=${language} />`;
  };
  return html`
    <article class="ref-operation">
      <div class="ref-top">
        <${Head} listed=${listed} />
        <p class="quiet">
          ${KEYS[keyOf(operation)]} ${needed(operation)}<a href="/docs/authentication">Keys and limits</a>
        </p>
      </div>
      <div class="ref-asked">
        <${OperationForm} document=${document} form=${form}
          change=${(change) => setForm((before) => changed(before, change))} onsubmit=${submit} />
      </div>
      <section class="ref-tried" aria-label="Samples and answer">
        <${Tabs} names=${LANGUAGES.map(([name]) => name)} label="Samples" content=${sample} />
        <p class="row">
          <button type="submit" form="ref-form" class="primary" disabled=${form.problem !== ''}>Send</button>
        </p>
        <${Answer} sent=${sent} />
      </section>
      <div class="ref-answers"><${Answers} document=${document} operation=${operation} /></div>
    </article>
  `;
}

/** An event, as sent to an endpoint. */
function Sent({ document, listed }) {
  const { parameters = [], requestBody } = listed.operation;
  const [{ schema, example }] = Object.values(requestBody.content);
  const header = (given) => html`
    <li>
      <div class="ref-head"><${FieldHead} document=${document} ...${given} /></div>
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
      <${SchemaFields} document=${document} schema=${schema} words="Fields of the body" />
      <h2>Headers</h2>
      <ul class="ref-fields">${parameters.map(header)}</ul>
    </article>
  `;
}

/** An operation, or an event. */
export const Operation = ({ document, listed }) =>
  html`<${listed.isEvent ? Sent : Asked} document=${document} listed=${listed} />`;
