import { useLayoutEffect, useState } from '../html.js';

/** As a hook: loads stylesheets, and removes them when the part leaves the page. Returns whether they apply. */
export function useStyles(addresses) {
  const [isStyled, setStyled] = useState(false);
  useLayoutEffect(() => {
    const links = addresses.map((href) =>
      Object.assign(document.createElement('link'), { rel: 'stylesheet', href }),
    );
    const loaded = links.map(
      (link) =>
        new Promise((done) => {
          link.onload = done;
          // A page is readable without its styles, too.
          link.onerror = done;
        }),
    );
    document.head.append(...links);
    void Promise.all(loaded).then(() => setStyled(true));
    return () => {
      for (const link of links) link.remove();
    };
  }, []);
  return isStyled;
}
