const loaded = (link) =>
  new Promise((resolve) => {
    link.onload = resolve;
    // A page is readable without its styles, too.
    link.onerror = resolve;
  });

/** Applies the styles of a page in place of another page's. Resolves when they apply. */
export async function applyStyles(addresses) {
  const before = [...document.head.querySelectorAll('link[data-page]')];
  const added = addresses
    .filter((href) => before.every((link) => link.getAttribute('href') !== href))
    .map((href) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      link.dataset.page = '';
      return link;
    });
  for (const link of before) if (!addresses.includes(link.getAttribute('href'))) link.remove();
  document.head.append(...added);
  await Promise.all(added.map(loaded));
}
