/** Loads the styles of a page once. They stay, so their class names begin with the page's name. */
export function loadStyles(href) {
  if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  return new Promise((resolve) => {
    link.onload = resolve;
    // A page is readable without its styles, too.
    link.onerror = resolve;
    document.head.append(link);
  });
}
