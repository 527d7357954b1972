import { h } from '../dom.js';

const LIBRARY = '/assets/vendor/swagger';
let loading = null;

/** The library is a classic script that defines one global. */
function library() {
  loading ??= new Promise((resolve, reject) => {
    const script = h('script', { src: `${LIBRARY}/swagger-ui-bundle.js` });
    script.onload = () => resolve(window.SwaggerUIBundle);
    script.onerror = () => {
      script.remove();
      loading = null;
      reject(new Error('The reference could not be loaded'));
    };
    document.head.append(script);
  });
  return loading;
}

/** The page around the routes has the title and the key. */
function routesOnly(system) {
  function Routes({ getComponent }) {
    const { createElement } = system.React;
    const parts = ['errors', 'operations', 'Webhooks'].map((name) =>
      createElement(getComponent(name, true), { key: name }),
    );
    const drawings = createElement(getComponent('SvgAssets'), { key: 'drawings' });
    return createElement('div', { className: 'swagger-ui' }, drawings, ...parts);
  }
  return { components: { Routes } };
}

/**
 * Shows an OpenAPI document with forms to try each route.
 * @returns {Promise<(key: string | null) => void>} sets the key
 */
export async function showReference(domNode, spec) {
  const SwaggerUI = await library();
  return new Promise((resolve) => {
    const ui = SwaggerUI({
      domNode,
      spec,
      plugins: [routesOnly],
      layout: 'Routes',
      // No external validator, and nothing is stored in the browser.
      validatorUrl: null,
      persistAuthorization: false,
      deepLinking: false,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      displayRequestDuration: true,
      tryItOutEnabled: true,
      syntaxHighlight: { theme: 'tomorrow-night' },
      supportedSubmitMethods: ['get', 'post', 'delete'],
      onComplete() {
        resolve((key) => {
          if (key === null) ui.authActions.logout(['bearer']);
          else ui.preauthorizeApiKey('bearer', key);
        });
      },
    });
  });
}
